import { defineConfig } from "tsup"

export default defineConfig({
  entry: { index: "src/index.ts", main: "src/main.ts" },
  format: ["esm"],
  target: "node20",
  sourcemap: true,
  // The declarations beside the JavaScript are the compiler's.
  clean: ["!**/*.d.ts", "!**/*.d.ts.map"],
  silent: true
})
