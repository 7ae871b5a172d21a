import { create, toBinary } from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { attack, Card, EventSchema, MoveSchema, ViewSchema } from "../src/games/tan/index.js";
import { eventsOf, pack, TableEventSchema, UnknownType, UpdateSchema, unpack, unpackAs, viewOf } from "../src/index.js";
import { update } from "./support/script.js";

test("what is packed comes out as it was", () => {
  const move = attack([Card.CARD_7C]);
  expect(unpack(pack(move))).toEqual(move);
  expect(unpackAs(MoveSchema, pack(move))).toEqual(move);
  expect(pack(pack(move))).toEqual(pack(move));
  expect(pack(move).typeUrl).toBe("type.googleapis.com/chieu.tan.v1.Move");
});

test("another type than the wanted one, one that is not known, and none are named", () => {
  expect(() => unpackAs(ViewSchema, pack(attack([])))).toThrow(new UnknownType("chieu.tan.v1.Move"));
  const foreign = create(AnySchema, { typeUrl: "type.googleapis.com/chieu.bridge.v1.View" });
  expect(() => unpack(foreign)).toThrow(UnknownType);
  expect(() => unpackAs(ViewSchema, undefined)).toThrow(UnknownType);
});

test("events come out in order, and those of a later contract are left out", () => {
  const began = create(TableEventSchema, { event: { case: "dealStarted", value: { deal: 2 } } });
  const stopped = create(EventSchema, { event: { case: "attackStopped", value: { seat: 1 } } });
  const foreign = create(AnySchema, { typeUrl: "type.googleapis.com/chieu.table.v1.Later" });
  const told = create(UpdateSchema, { events: [pack(began), foreign, pack(stopped)] });
  expect(eventsOf(told)).toEqual([began, stopped]);
});

test("a view comes out as its game's", () => {
  expect(viewOf(update(1))).toMatchObject({ $typeName: "chieu.tan.v1.View", setNo: 1 });
  expect(viewOf(create(UpdateSchema))).toBeUndefined();
});

test("a move is the same bytes each time", () => {
  const move = attack([Card.CARD_7C, Card.CARD_7D]);
  expect(pack(move).value).toEqual(toBinary(MoveSchema, attack([Card.CARD_7C, Card.CARD_7D])));
});
