import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that take a minute and more, the longest first. One of them that starts last would run alone, while the other workers have nothing to do. */
const LONGEST = [
  "tests/e2e/operation/deployment.test.ts",
  "tests/simulation/Interruption.test.ts",
  "tests/e2e/packages/packedPackages.test.ts",
  "tests/e2e/packages/newConnector.test.ts",
  "tests/e2e/mirror/mirror.test.ts",
  "runtime-http/test/http/connect/ConnectInChromium.test.ts",
  "runtime-http/test/sync/schedule/Cluster.test.ts",
  "cli/test/try/Try.test.ts",
  "runtime-http/test/http/connect/ConnectStatesInChromium.test.ts",
  "tests/architecture/regularExpressions.test.ts",
  "tests/text/textSteps.test.ts",
  "tests/e2e/operation/alerts.test.ts",
  "tests/e2e/operation/metrics.test.ts",
  "tests/e2e/operation/keyService.test.ts"
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(file))
  return rank === -1 ? LONGEST.length : rank
}

/** Starts the longest test files first, and the others in the order in which vitest does. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}
