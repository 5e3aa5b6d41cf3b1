import { defineConfig } from "tsup"

export default defineConfig({
  entry: { index: "src/index.ts", "effect/index": "src/effect/index.ts" },
  format: ["esm"],
  target: "es2022",
  platform: "neutral",
  sourcemap: true,
  // The declarations beside the JavaScript are the compiler's.
  clean: ["!**/*.d.ts", "!**/*.d.ts.map"],
  silent: true
})
