import { Batch, type HeldBackDecision, RecordKind, Result } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as DeletionDecisions from "../../../src/store/jobs/DeletionDecisions.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import type * as Scan from "../../../src/store/write/Scan.js"
import * as SeenRecords from "../../../src/store/write/SeenRecords.js"
import * as Fixture from "../RecordFixture.js"

/** Lets time pass for a connection. */
export const age = Fixture.later

const { IdpUser } = RecordKind

/** A list of users. */
export const usersOf = Fixture.extractor([IdpUser])
/** A list of users that also tells what changed. */
export const incremental = Fixture.extractor([IdpUser], { isIncremental: true, lookbackSecs: 600 })

type Rest<Scanning> = Scanning extends (at: Fixture.Connection, ...rest: infer A) => unknown ? A : never

/** A complete scan of a vendor that announces how many rows it has, an hour after what happened before. */
export const scanAll = (at: Fixture.Connection, ...rest: Rest<typeof Fixture.scanAll>) =>
  Effect.zipRight(age(at, 1), Fixture.scanAll(at, ...rest))

/** The same of a vendor that announces no total. */
export const scanUntotaled = (at: Fixture.Connection, ...rest: Rest<typeof Fixture.scanUncounted>) =>
  Effect.zipRight(age(at, 1), Fixture.scanUncounted(at, ...rest))

/** The same of users alone. */
export const scanUsers = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>, of = usersOf) =>
  scanAll(at, of, Fixture.batch(at, IdpUser, drafts))

/** A complete scan of users whose vendor announces no total. */
export const scanUncounted = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>, of = usersOf) =>
  scanUntotaled(at, of, Fixture.batch(at, IdpUser, drafts))

/** Where the database holds what the scan has seen. */
export const seenIn = (scan: Scan.Scan) => SeenRecords.make().numbers(scan, IdpUser.name)

/** A complete scan in which a row could not be read. */
export const scanUnreadable = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>) =>
  scanAll(
    at,
    usersOf,
    Batch.make(IdpUser, at.owner, [
      ...drafts.map(Result.succeed),
      Result.fail({ issues: ["is no object"], vendorId: null })
    ])
  )

/** Users without some of them. */
export const without = (drafts: ReadonlyArray<Fixture.Draft>, ...vendorIds: ReadonlyArray<string>) =>
  drafts.filter((draft) => !vendorIds.includes(String(draft["vendor_id"])))

/** What a scan reports that held back deletions of one kind. */
export const heldBack = (kind: RecordKind.Any, count: number, reason: string) => ({
  deleted: 0,
  heldBack: count,
  heldBackDeletions: [{ kind: kind.name, count, reason }]
})

/** What an operator decides about all held-back deletions of the connection. */
export const decide = (at: Fixture.Connection, decision: HeldBackDecision) =>
  DeletionDecisions.DeletionDecisions.pipe(
    Effect.flatMap((decisions) => decisions.decide(null, at.id, { decision, kinds: null })),
    Effect.provide(DeletionDecisions.layer.pipe(Layer.provide(SyncSchedule.layer)))
  )

/** The records of a kind that are gone, by the ids of the vendor. */
export const goneOf = (at: Fixture.Connection, kind: RecordKind.Any) =>
  Effect.map(Fixture.stored(at, kind), (rows) =>
    rows
      .filter((row) => row.is_gone)
      .map((row) => row.vendor_id)
      .sort()
  )
