/** The page: one screen at a time. */

import { CardSymbols } from "./cards/symbols";
import { TableScreen } from "./frame/table-screen";
import { CodeScreen } from "./lobby/code";
import { LobbyScreen } from "./lobby/lobby";
import { NewTableScreen } from "./lobby/new-table";
import { route } from "./route";
import { useCell } from "./state/cell";

/** Everything. */
export function App() {
  return (
    <>
      <CardSymbols />
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
