import { defineConfig } from "vitest/config"

// Tests read the packages' sources, so that a test never passes on a stale build.
const conditions = ["@tributary/source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["{core,runtime-http}/test/**/*.test.ts", "{connectors,examples}/*/test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks"
  }
})
