// A client that knows Chiếu by its protos alone: makes a table with a bot, watches it, plays one move, says it twice, and
// is refused once. Prints what came of it as one JSON document.
//
//   CHIEU_SERVICE_TOKEN=... node play.mjs PROTO_FOLDER ADDRESS

import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";

const [protos, address] = process.argv.slice(2);
const READING = { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true, includeDirs: [protos] };

const contract = grpc.loadPackageDefinition(
  loader.loadSync(["chieu/table/v1/table_service.proto", "chieu/tan/v1/tan_service.proto"], READING),
);
const types = contract.chieu;
const insecure = grpc.credentials.createInsecure();
const tables = new types.table.v1.TableService(address, insecure);
const tan = new types.tan.v1.TanService(address, insecure);

const metadata = new grpc.Metadata();
metadata.set("authorization", `Bearer ${process.env.CHIEU_SERVICE_TOKEN}`);
metadata.set("chieu-subject", "foreigner");
metadata.set("chieu-name", "Foreigner");

// What stands in google.protobuf.Any is read with the types of the same files; a status and its ErrorInfo are Google's.
const packed = await loader.load(["chieu/tan/v1/tan.proto", "chieu/table/v1/refusal.proto"], READING);
const message = (fields) => ({ fields });
const google = {
  protobuf: { nested: { Any: message({ type_url: { id: 1, type: "string" }, value: { id: 2, type: "bytes" } }) } },
  rpc: {
    nested: {
      Status: message({
        code: { id: 1, type: "int32" },
        message: { id: 2, type: "string" },
        details: { id: 3, rule: "repeated", type: "google.protobuf.Any" },
      }),
      ErrorInfo: message({
        reason: { id: 1, type: "string" },
        domain: { id: 2, type: "string" },
        metadata: { id: 3, keyType: "string", type: "string" },
      }),
    },
  },
};
const status = loader.fromJSON({ nested: { google: { nested: google } } }, READING);

function read(any) {
  const name = any.type_url.split("/").pop();
  const type = packed[name] ?? status[name];
  return type.deserialize(any.value);
}

const deadline = () => ({ deadline: Date.now() + 30_000 });

function call(client, method, request) {
  return new Promise((resolve, reject) => {
    client[method](request, metadata, deadline(), (error, reply) => (error ? reject(error) : resolve(reply)));
  });
}

// A refusal: the gRPC code, and the details that say why and what to do next.
async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    const bytes = error.metadata.get("grpc-status-details-bin")[0];
    const { code, details } = status["google.rpc.Status"].deserialize(bytes);
    const read_details = details.map((any) => ({ type: any.type_url.split("/").pop(), ...read(any) }));
    return { code, grpc_code: error.code, details: read_details };
  }
  throw new Error("expected a refusal");
}

// The first legal move that a prompt's choices make.
function firstMove(choices) {
  if (choices.attack) return { attack: { cards: [choices.attack.fitting[0]] } };
  return { take: {} };
}

// Watches until the own seat is asked, and what its answer led to.
function watch(table, each) {
  return new Promise((resolve, reject) => {
    const stream = tan.watch({ table }, metadata, deadline());
    stream.on("data", ({ update }) => {
      each(update).then((result) => {
        if (result === undefined) return;
        resolve(result);
        stream.cancel();
      }, reject);
    });
    stream.on("error", (error) => error.code !== grpc.status.CANCELLED && reject(error));
  });
}

const request = {
  request_id: "foreign-1",
  game: "tan",
  settings: { seats: 2, between_seconds: 0, bot_pace_ms: 0 },
  take_seat: true,
  bot_level: "easy",
};
const { table } = await call(tables, "CreateTable", request);
const again = await call(tables, "CreateTable", request);

const updates = [];
let answered;
const seen = await watch(table.id, async (update) => {
  updates.push({ seq: Number(update.seq), snapshot: update.snapshot, events: update.events.length });
  if (answered) return updates.length > answered.at ? { after: update } : undefined;
  if (!update.prompt) return undefined;
  answered = { at: updates.length };
  const choices = read(update.prompt.choices);
  const play = { table: table.id, prompt_id: update.prompt.prompt_id, move: firstMove(choices) };
  const illegal = await refusal(call(tan, "Play", { ...play, move: { return_tribute: { card: "CARD_2C" } } }));
  const played = await call(tan, "Play", play);
  const repeated = await call(tan, "Play", play);
  const stale = await refusal(call(tan, "Play", { ...play, prompt_id: Buffer.alloc(16) }));
  Object.assign(answered, { move: play.move, played, repeated, illegal, stale });
  return updates.length > answered.at ? { after: update } : undefined;
});

const { update: view } = await call(tan, "GetView", { table: table.id });
const missing = await refusal(call(tables, "GetTable", { table: "tan-00-nowhere" }));
await call(tables, "CloseTable", { request_id: "foreign-2", table: table.id });
tables.close();
tan.close();

const hand = read(view.view).hand;
process.stdout.write(
  JSON.stringify({
    table: table.id,
    same: again.table.id === table.id,
    seat: view.seat,
    hand,
    updates,
    last: Number(seen.after.seq),
    ...answered,
    missing,
  }),
);
