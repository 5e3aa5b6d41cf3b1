import { defineConfig } from "tsup"

export default defineConfig({
  entry: { tributary: "src/main.ts" },
  format: ["esm"],
  target: "node20",
  sourcemap: true,
  clean: true,
  silent: true
})
