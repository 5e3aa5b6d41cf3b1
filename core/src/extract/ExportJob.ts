import { Duration, Effect, Option, Stream } from "effect"
import { at } from "../http/JsonPath.js"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type { SourceList } from "./ListInfo.js"
import type { Position, WalkedPage } from "./PageWalk.js"
import { none } from "./Pagination.js"
import * as Endpoint from "./PathTemplate.js"

/** A list that the vendor prepares as a job: started, polled until it is ready, read chunk by chunk. */
export interface ExportJob {
  /** Starts the job with POST. */
  readonly start: string
  /** The body that starts it. */
  readonly body: Query
  /** Where the answer to `start` names the job. */
  readonly id: string
  /** Where the job's state is asked for; `{id}` is the job. */
  readonly status: string
  /**
   * Reads the state: what can be read so far, and whether that is all; `failed` for a job that will never be whole.
   *
   * Null where the answer has not the expected form.
   */
  readonly read: (body: unknown) => State | null
  /** Where a chunk is; `{id}` is the job, `{chunk}` its number. */
  readonly chunk: string
  /** Where the rows are in a chunk; the chunk itself by default. */
  readonly items?: string
  /** Where the job is cancelled with POST when the run fails or is interrupted. */
  readonly cancel?: string
  /** How long to wait between two looks; 5 seconds by default. */
  readonly pollEvery?: Duration.DurationInput
}

/** How far a job is. */
export interface State {
  readonly state: "running" | "finished" | "failed"
  readonly chunks: ReadonlyArray<number>
}

interface Progress {
  readonly id: string
  readonly done: ReadonlyArray<number>
}

const POLL_EVERY = Duration.seconds(5)
const GIVEN_UP = "could not prepare the export"
/** A run that stops waits this long for the vendor to hear of it. */
const CANCEL_WITHIN = Duration.seconds(2)

const progressOf = (position: Position | null): Progress | null => {
  const query = position !== null && position.next !== null && "query" in position.next ? position.next.query : {}
  const { id, done } = query as { readonly id?: unknown; readonly done?: unknown }
  return typeof id === "string" && Array.isArray(done) ? { id, done: done.map(Number) } : null
}

const positionOf = (progress: Progress): Position => ({ list: 0, next: { query: { ...progress } } })

const bad = (endpoint: string, detail: string) => new VendorError.BadPayload({ endpoint, status: 200, detail })

/** Of a job that an earlier run began: one that the vendor has forgotten, or given up since, is begun anew. */
const forgotten = (error: VendorError.VendorError): VendorError.VendorError =>
  error._tag === "ClientError" || (error._tag === "ServerError" && error.detail === GIVEN_UP)
    ? new VendorError.CheckpointExpired({ endpoint: error.endpoint, status: error.status, detail: error.detail })
    : error

const begin = (job: ExportJob, query: Query) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const body = { ...job.body, ...query }
    const answer = yield* http.send({ endpoint: job.start, url: job.start, method: "POST", body, isRepeatable: true })
    const id = at(answer.body, job.id)
    if (typeof id !== "string" && typeof id !== "number") {
      return yield* bad(job.start, "started an export without naming it")
    }
    return { id: String(id), done: [] } satisfies Progress
  })

/** How far the job is; fails for one that will never be whole. */
const look = (job: ExportJob, progress: Progress) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const answer = yield* http.send({ endpoint: job.status, url: Endpoint.fill(job.status, progress) })
    const read = job.read(answer.body)
    if (read === null) return yield* bad(job.status, "answered without the state that was expected")
    if (read.state === "failed") {
      return yield* new VendorError.ServerError({ endpoint: job.status, status: answer.status, detail: GIVEN_UP })
    }
    return read
  })

/** Waits until a chunk can be read that was not read yet; null once all are. */
const nextChunk = (
  job: ExportJob,
  progress: Progress
): Effect.Effect<number | null, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const read = yield* look(job, progress)
    const next = read.chunks.find((chunk) => !progress.done.includes(chunk))
    if (next !== undefined) return next
    if (read.state === "finished") return null
    yield* Effect.sleep(job.pollEvery ?? POLL_EVERY)
    return yield* nextChunk(job, progress)
  })

const readChunk = (job: ExportJob, progress: Progress, chunk: number) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const url = Endpoint.fill(job.chunk, { id: progress.id, chunk })
    const { body } = yield* http.send({ endpoint: job.chunk, url })
    const rows = at(body, job.items ?? "")
    if (!Array.isArray(rows)) return yield* bad(job.chunk, "answered without the list of rows that was expected")
    return rows as ReadonlyArray<unknown>
  })

const cancel = (job: ExportJob, progress: Progress) =>
  Effect.gen(function* () {
    if (job.cancel === undefined) return
    const http = yield* VendorHttp
    const url = Endpoint.fill(job.cancel, progress)
    const asked = http.send({ endpoint: job.cancel, url, method: "POST" })
    yield* Effect.ignore(Effect.timeout(Effect.interruptible(asked), CANCEL_WITHIN))
  })

/** Starts a job, looks at it once and cancels it: proves that the list may be exported, and waits for no chunk. */
export const peek = (job: ExportJob, query: Query): Effect.Effect<void, VendorError.VendorError, VendorHttp> =>
  Effect.acquireUseRelease(
    begin(job, query),
    (progress) => look(job, progress),
    (progress) => cancel(job, progress)
  )

/**
 * Reads a job's chunks as pages, beginning with the first one that `from` has not.
 *
 * A job that is left before its end is cancelled, since vendors allow few at once; one whose process dies is gone on
 * with.
 */
export const pages = (
  job: ExportJob,
  query: Query,
  from: Position | null
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const known = progressOf(from)
      const progress = known ?? (yield* begin(job, query))
      let isOver = false
      yield* Effect.addFinalizer(() => (isOver ? Effect.void : cancel(job, progress)))
      const chunks = Stream.unfoldEffect(progress, (here) =>
        Effect.gen(function* () {
          const chunk = yield* nextChunk(job, here)
          if (chunk === null) {
            isOver = true
            return Option.none()
          }
          const rows = yield* readChunk(job, here, chunk)
          const after: Progress = { id: here.id, done: [...here.done, chunk] }
          const page: WalkedPage = { rows, after: positionOf(after), delta: null }
          return Option.some([page, after] as const)
        })
      )
      const end: WalkedPage = { rows: [], after: null, delta: null }
      const whole = Stream.concat(chunks, Stream.make(end))
      return known === null ? whole : Stream.mapError(whole, forgotten)
    })
  )

/** The requests that prepare a job's rows, and the one that reads them. */
export const lists = (job: ExportJob, own: SourceList): [SourceList, ...ReadonlyArray<SourceList>] => {
  const prepares: SourceList = { ...own, role: "job", kind: null, isPaged: false, pagination: null, accepts: null }
  return [
    { ...own, endpoint: job.chunk, isPaged: false, pagination: none({ items: job.items ?? "" }) },
    { ...prepares, endpoint: job.start },
    { ...prepares, endpoint: job.status }
  ]
}
