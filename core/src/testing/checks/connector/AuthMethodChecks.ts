import { type Connector, signingIn } from "../../../Connector.js"
import { run } from "../../run/ConnectorRun.js"
import { describeFailures, insist, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"

/** A check for each further way to sign in: it must reach the same data as the first. */
export const authMethodChecks = ({ connector, healthy, options }: ConnectorUnderTest): ReadonlyArray<Check> =>
  (connector.auth ?? []).map(({ authType }) => ({
    name: `${authType} reads the same records as ${connector.authType}`,
    run: async () => {
      // The check of the connector's declaration has made sure that it has this way.
      const replies = options.ways?.[authType] ?? options.replies
      const after = await run(signingIn(connector, authType) as Connector, { ...options, replies })
      insist(
        after.failures.length === 0,
        () => `Nothing may fail for a customer who signs in with ${authType}: ${describeFailures(after)}.`
      )
      sameRecords({ before: await healthy(), after }, `With ${authType}`)
    }
  }))
