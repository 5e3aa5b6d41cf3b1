import { Effect, Exit } from "effect"
import { type Connector, extractorsOf } from "../../Connector.js"
import * as Probe from "../../extract/AccessCheck.js"
import { type ActionRequest, runAction } from "./ActionRun.js"
import { CONNECTION_ID, type RunOptions } from "./ConnectorRun.js"

/** What a test of the credentials has shown. */
export interface ProbeReport {
  /** The endpoints that were asked, in their order. */
  readonly asked: ReadonlyArray<string>
  /** The endpoints that cannot be read, and why; they fail their export. */
  readonly unreadable: Readonly<Record<string, string>>
  /** The endpoints that may not be asked, without which some fields stay null. */
  readonly without: ReadonlyArray<string>
  readonly requests: ReadonlyArray<ActionRequest>
}

/** Tests the credentials of a connector as a customer would, against a scripted vendor. */
export const probe = async (
  connector: Connector,
  options: Pick<RunOptions, "replies" | "faults" | "credentials">
): Promise<ProbeReport> => {
  const owner = { connectionId: CONNECTION_ID, vendor: connector.vendor }
  const probes = Effect.forEach(extractorsOf(connector), ([, extractor]) => extractor.checkAccess(owner))
  const { exit, requests } = await runAction(connector, probes, options)
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  const findings = exit.value.flat()
  const failed = findings.filter((finding) => !Probe.isHarmless(finding))
  return {
    asked: findings.map(({ list }) => list.endpoint),
    unreadable: Object.fromEntries(
      failed.flatMap(({ error, list }) => (error === null ? [] : [[list.endpoint, error.message]]))
    ),
    without: findings.filter(Probe.isHarmless).map(({ list }) => list.endpoint),
    requests
  }
}
