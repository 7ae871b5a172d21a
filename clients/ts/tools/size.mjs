/**
 * Says what the client costs a page, and fails over the budget: all of it with all games, minified and gzipped, made from
 * the source as the page does it.
 */

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, defaultClientConditions } from "vite";

const BUDGET_BYTES = 60_000;
const GAMES = ["tan", "chan", "tonk"];
const ENTRIES = {
  client: 'export { Chieu, firstLegal } from "@chieu/client";',
  "client and all games": [
    'export * from "@chieu/client"',
    ...GAMES.map((game) => `export * as ${game} from "@chieu/client/${game}"`),
  ].join(";"),
};

/** The bundle of a module with this text. */
async function bundled(text) {
  const entry = join(import.meta.dirname, "entry.js"); // is nowhere but here
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? text : undefined),
      },
    ],
    resolve: { conditions: ["chieu-source", ...defaultClientConditions] },
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, preserveEntrySignatures: "strict" } },
  });
  return output[0].code;
}

const sizes = {};
for (const [name, text] of Object.entries(ENTRIES)) {
  const code = await bundled(text);
  sizes[name] = { minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
}
process.stdout.write(`${JSON.stringify(sizes, null, 2)}\n`);
if (Object.values(sizes).some(({ gzipped }) => gzipped > BUDGET_BYTES)) {
  process.stderr.write(`over the budget of ${BUDGET_BYTES} bytes\n`);
  process.exit(1);
}
