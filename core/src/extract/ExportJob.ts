import { Duration, Effect, Option, Stream } from "effect"
import { at } from "../http/JsonPath.js"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type { SourceList } from "./ListInfo.js"
import { type Position, piecesOf, type WalkedPage } from "./PageWalk.js"
import { none } from "./Pagination.js"
import * as PathTemplate from "./PathTemplate.js"

/** A list that the vendor prepares as a job: start the job, poll it until it is ready, then read it in chunks. */
export interface ExportJob {
  /** The path that starts the job with POST. */
  readonly start: string
  /** The body of the request that starts the job. */
  readonly body: Query
  /** The path of the job's id in the response to `start`. */
  readonly id: string
  /** The path of the job's state; `{id}` is the job's id. */
  readonly status: string
  /** Reads the body of a response from `status`; null if the body does not have the expected shape. */
  readonly read: (body: unknown) => State | null
  /** The path of a chunk; `{id}` is the job's id and `{chunk}` the chunk's number. */
  readonly chunk: string
  /** The path of the rows in a chunk; by default the chunk is the list of rows. */
  readonly items?: string
  /** The path that cancels the job with POST, used if the scan is given up; by default nothing cancels the job. */
  readonly cancel?: string
  /** The pause between two polls; 5 seconds by default. */
  readonly pollEvery?: Duration.DurationInput
}

/** The state of a job. */
export interface State {
  /** `finished` if `chunks` is complete; `failed` if it never will be. */
  readonly state: "running" | "finished" | "failed"
  /** The numbers of the chunks that are ready to be read. */
  readonly chunks: ReadonlyArray<number>
}

interface Progress {
  /** The job's id. */
  readonly id: string
  /** The numbers of the chunks that were read. */
  readonly done: ReadonlyArray<number>
}

const POLL_EVERY = Duration.seconds(5)
const EXPORT_FAILED = "could not prepare the export"
/** How long to wait for the vendor to confirm that the job is cancelled. */
const CANCEL_TIMEOUT = Duration.seconds(2)

const progressOf = (position: Position | null): Progress | null => {
  const query = position !== null && position.next !== null && "query" in position.next ? position.next.query : {}
  const { id, done } = query as { readonly id?: unknown; readonly done?: unknown }
  return typeof id === "string" && Array.isArray(done) ? { id, done: done.map(Number) } : null
}

const positionOf = (progress: Progress): Position => ({ list: 0, next: { query: { ...progress } } })

const bad = (endpoint: string, detail: string) => new VendorError.BadPayload({ endpoint, status: 200, detail })

/** If the vendor has lost or failed a job that an earlier run started, the checkpoint has expired and a new job starts. */
const asExpired = (error: VendorError.VendorError): VendorError.VendorError =>
  error._tag === "ClientError" || (error._tag === "ServerError" && error.detail === EXPORT_FAILED)
    ? new VendorError.CheckpointExpired({ endpoint: error.endpoint, status: error.status, detail: error.detail })
    : error

const start = (job: ExportJob, query: Query) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const body = { ...job.body, ...query }
    const answer = yield* http.send({ endpoint: job.start, url: job.start, method: "POST", body, isRepeatable: true })
    const id = at(answer.body, job.id)
    if (typeof id !== "string" && typeof id !== "number") {
      return yield* bad(job.start, "returned no id for the export")
    }
    return { id: String(id), done: [] } satisfies Progress
  })

/** The job's state; fails if the job has failed. */
const readState = (job: ExportJob, progress: Progress) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const answer = yield* http.send({ endpoint: job.status, url: PathTemplate.fill(job.status, progress) })
    const state = job.read(answer.body)
    if (state === null) return yield* bad(job.status, "the response lacks the expected state of the export")
    if (state.state === "failed") {
      return yield* new VendorError.ServerError({ endpoint: job.status, status: answer.status, detail: EXPORT_FAILED })
    }
    return state
  })

/** Polls the job until an unread chunk is ready; null once all chunks were read. */
const nextChunk = (
  job: ExportJob,
  progress: Progress
): Effect.Effect<number | null, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const { chunks, state } = yield* readState(job, progress)
    const next = chunks.find((chunk) => !progress.done.includes(chunk))
    if (next !== undefined) return next
    if (state === "finished") return null
    yield* Effect.sleep(job.pollEvery ?? POLL_EVERY)
    return yield* nextChunk(job, progress)
  })

const readChunk = (job: ExportJob, progress: Progress, chunk: number) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const url = PathTemplate.fill(job.chunk, { id: progress.id, chunk })
    const { body } = yield* http.send({ endpoint: job.chunk, url })
    const rows = at(body, job.items ?? "")
    if (!Array.isArray(rows)) return yield* bad(job.chunk, "the response lacks the expected list of rows")
    return rows as ReadonlyArray<unknown>
  })

const cancel = (job: ExportJob, progress: Progress) =>
  Effect.gen(function* () {
    if (job.cancel === undefined) return
    const http = yield* VendorHttp
    const url = PathTemplate.fill(job.cancel, progress)
    const request = http.send({ endpoint: job.cancel, url, method: "POST" })
    yield* Effect.ignore(Effect.timeout(Effect.interruptible(request), CANCEL_TIMEOUT))
  })

/** Starts a job, reads its state once and cancels it: proves access to the list without waiting for the export. */
export const peek = (job: ExportJob, query: Query): Effect.Effect<void, VendorError.VendorError, VendorHttp> =>
  Effect.acquireUseRelease(
    start(job, query),
    (progress) => readState(job, progress),
    (progress) => cancel(job, progress)
  )

/**
 * Reads the chunks of a job as pages; `from` names the job to resume and the chunks that were read already.
 *
 * The first page is empty: it only saves the job's id, so that a run that is interrupted while the vendor still prepares
 * the export leaves the job to the next run.
 */
export const pages = (
  job: ExportJob,
  query: Query,
  from: Position | null
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const known = progressOf(from)
      const progress = known ?? (yield* start(job, query))
      const begun: WalkedPage = { rows: [], after: positionOf(progress), delta: null }
      const chunks = Stream.unfoldEffect(progress, (here) =>
        Effect.gen(function* () {
          const chunk = yield* nextChunk(job, here)
          if (chunk === null) return Option.none()
          const rows = yield* readChunk(job, here, chunk)
          const after: Progress = { id: here.id, done: [...here.done, chunk] }
          return Option.some([
            piecesOf({ rows, after: positionOf(after), delta: null }, positionOf(here)),
            after
          ] as const)
        })
      )
      const end: WalkedPage = { rows: [], after: null, delta: null }
      const all = Stream.make(begun).pipe(
        Stream.concat(Stream.mapConcat(chunks, (pieces) => pieces)),
        Stream.concat(Stream.make(end))
      )
      return known === null ? all : Stream.mapError(all, asExpired)
    })
  )

/** Cancels the job of a scan that will not be resumed. */
export const giveUp = (job: ExportJob, position: Position | null): Effect.Effect<void, never, VendorHttp> => {
  const progress = progressOf(position)
  return progress === null ? Effect.void : cancel(job, progress)
}

/** The list that reads the chunks, and the two that start and poll the job. */
export const lists = (job: ExportJob, own: SourceList): [SourceList, ...ReadonlyArray<SourceList>] => {
  const preparing: SourceList = { ...own, role: "job", kind: null, isPaged: false, pagination: null, accepts: null }
  return [
    { ...own, endpoint: job.chunk, isPaged: false, pagination: none({ items: job.items ?? "" }) },
    { ...preparing, endpoint: job.start },
    { ...preparing, endpoint: job.status }
  ]
}
