/** The page: one screen at a time. */

import { TableScreen } from "./frame/table-screen";
import { allGames } from "./games";
import { CodeScreen } from "./lobby/code";
import { LobbyScreen } from "./lobby/lobby";
import { NewTableScreen } from "./lobby/new-table";
import { route } from "./route";
import { useCell } from "./state/cell";

const PACKS = [...new Set(allGames().map(({ pack }) => pack))];

/** Everything. */
export function App() {
  return (
    <>
      {PACKS.map(({ Symbols }, place) => (
        <Symbols key={place} />
      ))}
      <Screen />
    </>
  );
}

function Screen() {
  const here = useCell(route);
  switch (here.at) {
    case "lobby":
      return <LobbyScreen />;
    case "new":
      return <NewTableScreen name={here.game} />;
    case "code":
      return <CodeScreen key={here.code} code={here.code} />;
    case "table":
      return <TableScreen key={here.table} table={here.table} />;
  }
}
