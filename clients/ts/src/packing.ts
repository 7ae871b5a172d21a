/** Messages into and out of `google.protobuf.Any`, by the games that are registered. */

import { create, type DescMessage, fromBinary, type Message, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { type Any, AnySchema } from "@bufbuild/protobuf/wkt";
import { registry } from "./games/registry.js";
import type { Update } from "./gen/chieu/table/v1/update_pb.js";

/** This client has no message of that name. */
export class UnknownType extends Error {
  override readonly name: string = "UnknownType";

  constructor(
    /** Its full name. */
    readonly typeName: string,
  ) {
    super(`no message type "${typeName}" is registered`);
  }
}

/** The message inside; its `$typeName` says which it is. Throws UnknownType, or an Error where the bytes are none. */
export function unpack(packed: Any): Message {
  return fromBinary(schemaOf(nameOf(packed)), packed.value);
}

/** The message inside, which must be of this type. Throws UnknownType otherwise. */
export function unpackAs<Desc extends DescMessage>(schema: Desc, packed: Any | undefined): MessageShape<Desc> {
  const name = packed ? nameOf(packed) : "";
  if (!packed || name !== schema.typeName) {
    throw new UnknownType(name);
  }
  return fromBinary(schema, packed.value);
}

/** The message in an envelope; an envelope stays as it is. Throws UnknownType for a message of no registered game. */
export function pack(message: Message): Any {
  if (message.$typeName === AnySchema.typeName) {
    return message as Any;
  }
  const value = toBinary(schemaOf(message.$typeName), message);
  return create(AnySchema, { typeUrl: `type.googleapis.com/${message.$typeName}`, value });
}

/** What happened, in order: `chieu.table.v1.TableEvent` or the game's `Event`. Those of a later contract are left out. */
export function eventsOf(update: Update): Message[] {
  return update.events.filter((packed) => registry().getMessage(nameOf(packed))).map(unpack);
}

/** All that the audience may know of the deal, `chieu.<game>.v1.View`; undefined before the first deal. */
export function viewOf(update: Update): Message | undefined {
  return update.view && unpack(update.view);
}

function nameOf(packed: Any): string {
  return packed.typeUrl.slice(packed.typeUrl.lastIndexOf("/") + 1);
}

function schemaOf(name: string): DescMessage {
  const schema = registry().getMessage(name);
  if (!schema) {
    throw new UnknownType(name);
  }
  return schema;
}
