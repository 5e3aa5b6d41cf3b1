import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

// Tests read the packages' sources, so that a test never passes on a stale build.
const conditions = ["@tributary/source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      "{core,runtime-http}/test/**/*.test.ts",
      "{connectors,examples}/*/test/**/*.test.ts",
      "tests/**/*.test.ts"
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // One more than vitest would take: many tests wait for a process or a database rather than compute.
    poolOptions: { forks: { minForks: 1, maxForks: Math.max(2, availableParallelism()) } }
  }
})
