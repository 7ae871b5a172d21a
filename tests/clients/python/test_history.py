from __future__ import annotations

import pytest

from chieu.table.v1.update_pb2 import Update
from chieu_client.history import NOWHERE, Place, Step, step

HERE = Place(5, b"five")
SEATED = Place(5, b"five", 0)


def told(
    seq: int, mark: bytes = b"other", *, snapshot: bool = False, rewound: bool = False, seat: int | None = None
) -> Update:
    return Update(seq=seq, mark=mark, snapshot=snapshot, rewound=rewound, seat=seat)


@pytest.mark.parametrize(
    ("place", "update", "expected"),
    [
        pytest.param(NOWHERE, told(9, snapshot=True), Step.SNAPSHOT, id="the first snapshot counts whatever its seq"),
        pytest.param(NOWHERE, told(1), Step.NEWS, id="a table may begin with its first update"),
        pytest.param(NOWHERE, told(2), Step.GAP, id="it may not begin with its second one"),
        pytest.param(HERE, told(6), Step.NEWS, id="the next one is news"),
        pytest.param(HERE, told(7), Step.GAP, id="the one after the next is a gap"),
        pytest.param(HERE, told(5, b"five"), Step.SEEN, id="the same one again was seen"),
        pytest.param(HERE, told(4), Step.SEEN, id="an older one was seen"),
        pytest.param(HERE, told(5), Step.GAP, id="the same seq with another mark is another history"),
        pytest.param(HERE, told(8, snapshot=True), Step.SNAPSHOT, id="a newer snapshot counts"),
        pytest.param(HERE, told(5, b"five", snapshot=True), Step.SEEN, id="a snapshot of this moment was seen"),
        pytest.param(HERE, told(3, snapshot=True), Step.SEEN, id="an older snapshot was seen"),
        pytest.param(HERE, told(3, snapshot=True, rewound=True), Step.SNAPSHOT, id="a rewound one counts if older"),
        pytest.param(HERE, told(9, snapshot=True, rewound=True), Step.SNAPSHOT, id="a rewound one counts if newer"),
        pytest.param(HERE, told(5, b"five", snapshot=True, rewound=True), Step.SEEN, id="a rewound one counts once"),
        pytest.param(HERE, told(2, snapshot=True, seat=0), Step.SNAPSHOT, id="who sat down begins anew"),
        pytest.param(SEATED, told(2, snapshot=True), Step.SNAPSHOT, id="who stood up begins anew"),
        pytest.param(SEATED, told(2, snapshot=True, seat=0), Step.SEEN, id="an older one of one's own seat was seen"),
        pytest.param(HERE, told(6, seat=0), Step.GAP, id="a step of another audience has no place"),
    ],
)
def test_an_update_is_judged_by_the_place_before_it(place: Place, update: Update, expected: Step) -> None:
    assert step(place, update) is expected
