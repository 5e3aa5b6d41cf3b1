import { defineConfig } from "tsup"

/** Bundles the sources, so that a stale build is never what is measured. */
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
