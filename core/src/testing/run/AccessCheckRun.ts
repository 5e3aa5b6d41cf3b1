import { Effect, Exit } from "effect"
import { type Connector, extractorsOf } from "../../Connector.js"
import * as AccessCheck from "../../extract/list/AccessCheck.js"
import { type ActionOptions, type ActionRequest, runAction } from "./ActionRun.js"
import { CONNECTION_ID } from "./ConnectorRun.js"

/** What a test of the credentials found out. */
export interface AccessReport {
  /** The endpoints that it asked, in order. */
  readonly asked: ReadonlyArray<string>
  /** The endpoints that cannot be read, with the reason; each of them fails its export. */
  readonly unreadable: Readonly<Record<string, string>>
  /** The endpoints that the credentials may not read, and without which some fields stay null. */
  readonly without: ReadonlyArray<string>
  /** Every request that the vendor received, in order. */
  readonly requests: ReadonlyArray<ActionRequest>
}

/** Tests the credentials of a connector against a scripted vendor, as the API does it for a customer. */
export const checkAccess = async (connector: Connector, options: ActionOptions): Promise<AccessReport> => {
  const owner = { connectionId: CONNECTION_ID, vendor: connector.vendor }
  const probes = Effect.forEach(extractorsOf(connector), (extractor) => extractor.checkAccess(owner))
  const { exit, requests } = await runAction(connector, probes, options)
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  const findings = exit.value.flat()
  const failed = findings.filter((finding) => !AccessCheck.isHarmless(finding))
  return {
    asked: findings.map(({ list }) => list.endpoint),
    unreadable: Object.fromEntries(
      failed.flatMap(({ error, list }) => (error === null ? [] : [[list.endpoint, error.message]]))
    ),
    without: findings.filter(AccessCheck.isHarmless).map(({ list }) => list.endpoint),
    requests
  }
}
