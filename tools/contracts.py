"""An import-linter contract that lists what may be imported, instead of what may not.

A forbidden list forgets; an allow-list can't. Patterns are module names in which `*` stands for any
characters, dots included. A `{game}` in a pattern of `modules` stands for one name, that of a package below
`services` other than `core`, and means the same name in `allowed`.
"""

from __future__ import annotations

import re
from typing import Any, cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

__all__ = ["OnlyContract"]

GAME = "{game}"


def matches(pattern: str, module: str, game: str | None = None) -> re.Match[str] | None:
    """The match of a whole module name, or None. `game` fills `{game}`; without it any game does."""
    name = re.escape(game) if game else r"(?!core(?:\.|$))(?P<game>\w+)"
    return re.fullmatch(re.escape(pattern).replace(re.escape(GAME), name).replace(r"\*", r"[\w.]*"), module)


class OnlyContract(Contract):
    """The modules import directly what `allowed` lists, and nothing else.

    `among` narrows what is looked at: imports of other modules than those are not this contract's business.
    Indirect imports are not followed; what may be imported has a contract of its own.
    """

    type_name = "only"

    modules = fields.ListField(subfield=fields.StringField())
    allowed = fields.ListField(subfield=fields.StringField())
    among = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 - import-linter's signature
        """Looks at every direct import of every module that the contract is about."""
        broken = [
            (importer, imported, graph.get_import_details(importer=importer, imported=imported))
            for importer in sorted(graph.modules)
            for pattern in cast(list[str], self.modules)  # import-linter puts the value in the field's place
            if (found := matches(pattern, importer))
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if not self._may_import(imported, found.groupdict().get("game"))
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def _may_import(self, imported: str, game: str | None) -> bool:
        among = cast(list[str] | None, self.among)
        if among and not any(matches(pattern, imported) for pattern in among):
            return True
        return any(matches(pattern, imported, game) for pattern in cast(list[str], self.allowed))

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for each import that the list does not allow."""
        broken: list[tuple[str, str, list[Any]]] = check.metadata["broken"]
        for importer, imported, details in broken:
            where = ", ".join(f"l. {detail['line_number']}" for detail in details)
            output.print_error(f"{importer} may not import {imported} ({where})", bold=False)
            output.new_line()
