import type { Connector } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"

/** The names of the checks that fail, in order; `names` limits which ones run. */
export const failing = async (
  connector: Connector.Connector,
  replies: ConnectorTest.Replies,
  names = /^/,
  expect?: ConnectorTest.ConformanceOptions["expect"]
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const check of ConnectorTest.checks(connector, { replies, ...(expect === undefined ? {} : { expect }) }).filter(
    ({ name }) => names.test(name)
  )) {
    try {
      await check.run()
    } catch (error) {
      if (!(error instanceof ConnectorTest.ConformanceError)) throw error
      found.push(check.name)
    }
  }
  return found
}
