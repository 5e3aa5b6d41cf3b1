import { defineConfig } from "tsup"

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "api/index": "src/api/index.ts",
    tributary: "src/cli/main.ts",
    // EmbeddedPostgres starts this file as a child process.
    EmbeddedPostgresProcess: "src/store/postgres/EmbeddedPostgresProcess.ts"
  },
  format: ["esm"],
  target: "node20",
  sourcemap: true,
  // The declarations beside the JavaScript are the compiler's.
  clean: ["!**/*.d.ts", "!**/*.d.ts.map"],
  silent: true
})
