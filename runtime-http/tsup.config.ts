import { defineConfig } from "tsup"

export default defineConfig({
  entry: {
    index: "src/index.ts",
    api: "src/api/index.ts",
    tributary: "src/cli/main.ts",
    // Started as a child process by EmbeddedPostgres, hence a file of its own.
    EmbeddedPostgresProcess: "src/store/postgres/EmbeddedPostgresProcess.ts"
  },
  format: ["esm"],
  target: "node20",
  // `npm start` only runs what is built; the declarations cost four times the rest.
  dts: process.env.TRIBUTARY_BUILD === "run" ? false : { entry: { index: "src/index.ts", api: "src/api/index.ts" } },
  sourcemap: true,
  clean: true,
  silent: true
})
