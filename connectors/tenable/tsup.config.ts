import { defineConfig } from "tsup"

export default defineConfig({
  entry: { index: "src/index.ts" },
  format: ["esm"],
  target: "node20",
  // `npm start` only runs what is built; the declarations cost four times the rest.
  dts: process.env.TRIBUTARY_BUILD !== "run",
  sourcemap: true,
  clean: true,
  silent: true
})
