import { Effect, Either, Stream } from "effect"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as AccessCheck from "./AccessCheck.js"
import { type Checkpoint, DEFAULT_LOOKBACK_SECS, type Extractor, type ExtractRequest, type Page } from "./Extraction.js"
import type * as SourceList from "./ListInfo.js"
import * as Walk from "./PageWalk.js"
import { guarded } from "./RejectionLimit.js"

/** What an author's own stream emits: drafts, and where it can go on. */
export interface Emitted<D> {
  readonly drafts: ReadonlyArray<D>
  /** `vendor_id`s that a delta names as gone. */
  readonly removed?: ReadonlyArray<string>
  readonly checkpoint?: Checkpoint | null
  /** On the last page of a list that has one: where the next delta begins. */
  readonly delta?: string | null
}

/** Holds an author's own stream to what `Walk` holds a pagination to: no page twice in a row, and an end. */
const ending = <D, E, R>(endpoint: string, emissions: Stream.Stream<Emitted<D>, E, R>) =>
  Stream.mapAccumEffect(emissions, { count: 0, previous: [] as ReadonlyArray<D> }, ({ count, previous }, emitted) => {
    const bad = (detail: string) => Effect.fail(new VendorError.BadPayload({ endpoint, status: 200, detail }))
    if (count >= Walk.MAX_PAGES) return bad(`did not end after ${Walk.MAX_PAGES} pages`)
    if (Walk.samePage(emitted.drafts, previous)) return bad("repeated a page")
    return Effect.succeed([{ count: count + 1, previous: emitted.drafts }, emitted] as const)
  })

/** The one escape hatch, for a list that no pagination describes: an author's own stream of drafts. */
export const fromStream = <K extends RecordKind.Any>(options: {
  readonly record: K
  readonly endpoint: string
  readonly permissions: ReadonlyArray<string>
  readonly isIncremental?: boolean
  /** True where a delta begins at what an earlier page emitted as `delta`, and not at an instant. */
  readonly usesDeltaToken?: boolean
  readonly lookbackSecs?: number
  /** False where one answer holds all rows; true by default. */
  readonly isPaged?: boolean
  readonly pages: (
    request: ExtractRequest
  ) => Stream.Stream<Emitted<RecordKind.Draft<K>>, VendorError.VendorError, VendorHttp>
}): Extractor<K["exportType"]> => {
  const { endpoint, permissions, record } = options
  const own: SourceList.SourceList = {
    role: "own",
    endpoint,
    kind: record,
    permissions,
    isPaged: options.isPaged ?? true,
    pagination: null,
    accepts: null
  }
  return {
    exportType: record.exportType,
    kinds: [record],
    endpoint,
    permissions,
    optionalPermissions: [],
    isIncremental: options.isIncremental ?? false,
    usesDeltaToken: options.usesDeltaToken ?? false,
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists: [own],
    pages: (request) =>
      guarded(
        endpoint,
        request,
        Stream.map(ending(endpoint, options.pages(request)), (emitted): Page => {
          const mapped = emitted.drafts.map((draft) => Either.right(draft as Readonly<Record<string, unknown>>))
          return {
            batches: [Batch.make(record, request.owner, mapped, emitted.removed)],
            checkpoint: emitted.checkpoint ?? null,
            delta: emitted.delta ?? null
          }
        })
      ),
    checkAccess: (owner) =>
      AccessCheck.ofFirstPage(own, options.pages({ owner, since: null, checkpoint: null, delta: null }))
  }
}
