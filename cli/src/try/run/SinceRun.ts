import { type Connector, Extractor, VendorHttp } from "@tributary/core"
import { Effect, Exit, Stream } from "effect"
import { counted } from "../report/Words.js"
import type * as TriedVendor from "../vendor/TriedVendor.js"
import * as TryRun from "./TryRun.js"

/** What the delta of one extractor brought. */
export interface Changes extends TryRun.Ended {
  /** How it ended, as one line. */
  readonly line: string
}

/** How many records, removals and rejected rows there were of one kind. */
interface Counts {
  records: number
  removed: number
  rejected: number
}

const countsLine = (kind: string, { records, rejected, removed }: Counts): string =>
  [
    `${counted(records, "record")} of ${kind}`,
    ...(removed === 0 ? [] : [`${removed} removed`]),
    ...(rejected === 0 ? [] : [`${counted(rejected, "row")} became no record`])
  ].join(", ")

/** Why an extractor has no delta after this run; null if it has one. */
const obstacle = ({ failure, progress: { delta, extractor } }: TryRun.Ended): string | null => {
  if (!extractor.isIncremental) return "has no delta: each job reads it whole"
  if (failure !== null) return "has no delta here, because its full scan failed"
  if (extractor.usesDeltaToken && delta === null) return "has no delta here, because no page gave the token of one"
  return null
}

const readDelta = (
  { vendor: name }: Connector.Connector,
  ended: TryRun.Ended,
  vendor: TriedVendor.TriedVendor,
  since: string
): Effect.Effect<Changes> => {
  const { progress } = ended
  const { delta, extractor } = progress
  const found = new Map<string, Counts>(
    extractor.kinds.map(({ name }) => [name, { records: 0, removed: 0, rejected: 0 }])
  )
  const write = ({ batches }: Extractor.Page) =>
    Effect.sync(() => {
      for (const { kind, records, rejections, removed } of batches) {
        const counts = found.get(kind.name)
        if (counts === undefined) continue
        counts.records += records.length
        counts.removed += removed.length
        counts.rejected += rejections.length
      }
    })
  const request: Extractor.ExtractRequest = {
    owner: TryRun.ownerOf(name),
    since: extractor.usesDeltaToken ? null : since,
    checkpoint: null,
    delta: extractor.usesDeltaToken || extractor.hasDeltaState ? delta : null
  }
  return Stream.runForEach(Extractor.judged(extractor.pages(request)), write).pipe(
    Effect.provideService(VendorHttp.VendorHttp, vendor.http),
    vendor.provide,
    Effect.exit,
    Effect.flatMap((exit) => (Exit.isInterrupted(exit) ? Effect.interrupt : Effect.succeed(exit))),
    Effect.map((exit) => {
      const begins = extractor.usesDeltaToken ? " from the token that the vendor gave in this run" : ""
      const counts = [...found].map(([kind, each]) => countsLine(kind, each)).join("; ")
      return {
        progress,
        failure: Exit.isSuccess(exit) ? null : exit.cause,
        line: `${extractor.endpoint}${begins}: ${counts}${Exit.isSuccess(exit) ? "" : ", then it failed"}`
      }
    })
  )
}

/** Reads the delta of every extractor that has one, as a runtime does after the full scans that have ended. */
export const run = (
  connector: Connector.Connector,
  { ended }: TryRun.Result,
  vendor: TriedVendor.TriedVendor,
  since: string
): Effect.Effect<ReadonlyArray<Changes>> =>
  Effect.forEach(ended, (each) => {
    const why = obstacle(each)
    return why === null
      ? readDelta(connector, each, vendor, since)
      : Effect.succeed({ progress: each.progress, failure: null, line: `${each.progress.extractor.endpoint} ${why}` })
  })
