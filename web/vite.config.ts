/** Builds the page into `build/page` of the repository, with a compressed copy beside each file for the gateway. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defaultClientConditions, defaultServerConditions, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = fileURLToPath(new URL("../build/page", import.meta.url));
const COMPRESSIBLE = /\.(html|js|css|svg|webmanifest)$/;

function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(OUT, { recursive: true, encoding: "utf8" })) {
        if (COMPRESSIBLE.test(name)) {
          writeFileSync(join(OUT, `${name}.gz`), gzipSync(readFileSync(join(OUT, name)), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  base: "./",
  resolve: { conditions: ["chieu-source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["chieu-source", ...defaultServerConditions] } }, // the tests resolve by these
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy takes no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  plugins: [compressed()],
  server: { proxy: { "/v1": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node", restoreMocks: true, unstubGlobals: true },
});
