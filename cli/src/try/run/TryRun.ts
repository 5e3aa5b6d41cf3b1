import {
  Connector,
  Extractor,
  MonotonicTime,
  type NormalizedRecord,
  type VendorError,
  VendorHttp
} from "@tributary/core"
import { type Cause, Effect, Exit, Stream } from "effect"
import type * as TriedVendor from "../vendor/TriedVendor.js"
import * as KindTally from "./KindTally.js"
import * as ListProgress from "./ListProgress.js"

/** How an extractor ended. */
export interface Ended {
  /** How far it came. */
  readonly progress: ListProgress.ExtractorProgress
  /** Why it did not reach its end; null if it did. */
  readonly failure: Cause.Cause<VendorError.VendorError> | null
}

/** What a run of a connector has done. */
export interface Result {
  /** The extractors that were run, in order. */
  readonly ended: ReadonlyArray<Ended>
  /** The records. */
  readonly tally: KindTally.Tally
  /** The fields that could not be read. */
  readonly unread: ReadonlyArray<Extractor.UnreadFields>
}

/** Hears how a run goes on. */
export interface Observer {
  /** An extractor begins. */
  readonly begins: (progress: ListProgress.ExtractorProgress) => Effect.Effect<void>
  /** It has ended. */
  readonly ends: (progress: ListProgress.ExtractorProgress) => Effect.Effect<void>
  /** Records were made. */
  readonly made: (kind: string, records: ReadonlyArray<NormalizedRecord.NormalizedRecord>) => Effect.Effect<void>
}

/** The records of a run belong to no connection; their ids are the same in every run. */
const CONNECTION_ID = "00000000-0000-0000-0000-000000000000"

/** Who owns the records of a run. */
export const ownerOf = (vendor: string): Extractor.ExtractRequest["owner"] => ({ connectionId: CONNECTION_ID, vendor })

/** How long the vendor may take to release what a run holds there. */
const RELEASE_LIMIT = "5 seconds"

/** The vendor's API for one extractor, whose answers it counts. */
const counting = (http: VendorHttp.VendorHttp["Type"], progress: ListProgress.ExtractorProgress) =>
  VendorHttp.VendorHttp.of({
    ...http,
    send: (request) =>
      Effect.tap(http.send(request), (response) =>
        Effect.sync(() => ListProgress.answered(progress, request.endpoint, response))
      )
  })

/** Runs every extractor of a connector once, one after the other; a failure of one does not affect the others. */
export const run = (
  connector: Connector.Connector,
  vendor: TriedVendor.TriedVendor,
  observer: Observer
): Effect.Effect<Result> =>
  Effect.gen(function* () {
    const extractors = Connector.extractorsOf(connector)
    const tally = KindTally.make(extractors)
    const owner = ownerOf(connector.vendor)
    let unread: ReadonlyArray<Extractor.UnreadFields> = []

    const failures = new Map<ListProgress.ExtractorProgress, Ended["failure"]>()

    const read = (progress: ListProgress.ExtractorProgress) =>
      Effect.gen(function* () {
        const { extractor } = progress
        let checkpoint: Extractor.Checkpoint | null = null
        const write = (page: Extractor.Page) => {
          ListProgress.stored(progress, page)
          KindTally.add(tally, page)
          unread = Extractor.mergeUnread(unread, page.unread ?? [])
          checkpoint = page.checkpoint
          return Effect.forEach(page.batches, ({ kind, records }) => observer.made(kind.name, records), {
            discard: true
          })
        }
        // The vendor may hold something for a scan that does not reach its end, such as an export job.
        const release = Effect.suspend(() =>
          checkpoint === null || extractor.giveUp === undefined
            ? Effect.void
            : extractor.giveUp(checkpoint).pipe(Effect.timeout(RELEASE_LIMIT), Effect.ignore)
        )
        const pages = Extractor.judged(extractor.pages({ owner, since: null, checkpoint: null, delta: null }))
        const exit = yield* Stream.runForEach(pages, write).pipe(
          Effect.ensuring(release),
          Effect.provideService(VendorHttp.VendorHttp, counting(vendor.http, progress)),
          vendor.provide,
          Effect.exit,
          Effect.flatMap((exit) => (Exit.isInterrupted(exit) ? Effect.interrupt : Effect.succeed(exit)))
        )
        failures.set(progress, Exit.isSuccess(exit) ? null : exit.cause)
        yield* observer.ends(progress)
      })

    const all = extractors.map(ListProgress.make)
    yield* Effect.forEach(all, (progress) => Effect.zipRight(observer.begins(progress), read(progress)), {
      discard: true
    })
    return { ended: all.map((progress) => ({ progress, failure: failures.get(progress) ?? null })), tally, unread }
  })

/** How long something took, as `1.2 s`. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<readonly [string, A], E, R> =>
  Effect.gen(function* () {
    const from = yield* MonotonicTime.millis
    const value = yield* effect
    const seconds = ((yield* MonotonicTime.millis) - from) / 1_000
    return [`${seconds.toFixed(1)} s`, value] as const
  })
