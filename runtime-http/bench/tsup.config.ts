import { defineConfig } from "tsup"

/** Bundles the sources, so that the benchmark never measures a stale build. */
export default defineConfig({
  entry: ["main.ts", "BareServer.ts", "LoadClient.ts", "RuntimeServer.ts"].map((file) => `bench/${file}`),
  outDir: "node_modules/.cache/tributary/bench",
  format: ["esm"],
  target: "node20",
  noExternal: [/^@tributary\//],
  esbuildOptions: (options) => {
    options.conditions = ["@tributary/source"]
  },
  clean: true,
  silent: true
})
