import { defineConfig } from "tsup"

const shared = { target: "es2022", platform: "browser", sourcemap: true, silent: true } as const

export default defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", react: "src/react.tsx" },
    format: ["esm"],
    external: ["react"]
  },
  // The script for pages without a bundler.
  {
    ...shared,
    entry: { connect: "src/connect.ts" },
    format: ["iife"],
    minify: true,
    outExtension: () => ({ js: ".js" })
  }
])
