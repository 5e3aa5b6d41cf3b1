import { defineConfig } from "tsup"

const shared = { target: "es2022", platform: "browser", sourcemap: true, silent: true } as const

export default defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", react: "src/react.tsx" },
    format: ["esm"],
    external: ["react"]
  },
  // The script for pages without a bundler; its functions are those of the index.
  {
    ...shared,
    entry: { connect: "src/index.ts" },
    format: ["iife"],
    globalName: "TributaryConnect",
    minify: true,
    outExtension: () => ({ js: ".js" })
  }
])
