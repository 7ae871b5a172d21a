/**
 * The TypeScript client: thin, typed, and it comes back.
 *
 *     const session = new Chieu({ address: "http://127.0.0.1:8080", guest: "An" });
 *     const { id } = await session.lobby.create("tan", { seats: 2 }, { botLevel: "normal" });
 *     const table = await session.table(id).untilOpen();
 *     for await (const prompt of table.prompts()) {
 *       await table.answer(prompt, firstLegal(prompt));
 *     }
 *     session.close();
 *
 * The contract's messages of tables come from here too; each game's come from its own module: `@chieu/client/tan`,
 * `@chieu/client/chan`, `@chieu/client/tonk`.
 */

export { ServerClock } from "./clock.js";
export type { ConnectionState, ConnectionStatus } from "./connection.js";
export {
  type AdviceName,
  type AnsweredByName,
  type End,
  type ReasonName,
  Refused,
  SessionEnded,
  TableEnded,
  Unreachable,
} from "./errors.js";
export type { Unsubscribe } from "./feed.js";
export { type Game, gameNamed, gameOf, games, register, UnknownGame } from "./games/registry.js";
export type { Record as DealRecord } from "./gen/chieu/table/v1/record_pb.js";
export { RecordSchema as DealRecordSchema } from "./gen/chieu/table/v1/record_pb.js";
export * from "./gen/chieu/table/v1/refusal_pb.js";
export * from "./gen/chieu/table/v1/table_pb.js";
export type { GetTableResponse, QuickSeatResponse, TakeSeatResponse } from "./gen/chieu/table/v1/table_service_pb.js";
export {
  type Accepted,
  type TableEvent,
  TableEventSchema,
  type Update,
  UpdateSchema,
} from "./gen/chieu/table/v1/update_pb.js";
export type { Lobby, Repeatable, SettingsInit, Wishes, WithEntropy } from "./lobby.js";
export { eventsOf, pack, UnknownType, unpack, unpackAs, viewOf } from "./packing.js";
export { DEFAULT_PATIENCE, type Patience } from "./patience.js";
export { type Chooser, firstLegal, playAt, randomLegal } from "./playing.js";
export { Prompt } from "./prompt.js";
export { Chieu, type ChieuOptions } from "./session.js";
export { LiveTable } from "./table.js";
export type { TokenSource } from "./token.js";
export type { Surroundings } from "./wake.js";
