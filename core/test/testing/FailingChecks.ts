import type { Connector } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"

/** The names of the checks that fail, in order. */
export const failing = async (
  connector: Connector.Connector,
  replies: ConnectorTest.Replies
): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (const check of ConnectorTest.checks(connector, { replies })) {
    try {
      await check.run()
    } catch (error) {
      if (!(error instanceof ConnectorTest.ConformanceError)) throw error
      names.push(check.name)
    }
  }
  return names
}
