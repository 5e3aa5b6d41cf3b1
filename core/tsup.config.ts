import { defineConfig } from "tsup"
import { moduleImports } from "../moduleImports.js"

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "aws/index": "src/aws/index.ts",
    "oauth2/index": "src/oauth2/index.ts",
    "testing/index": "src/testing/index.ts",
    "testing/replay/index": "src/testing/replay/index.ts"
  },
  format: ["esm"],
  target: "node20",
  sourcemap: true,
  // The declarations beside the JavaScript are the compiler's.
  clean: ["!**/*.d.ts", "!**/*.d.ts.map"],
  plugins: [moduleImports],
  silent: true
})
