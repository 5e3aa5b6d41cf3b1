import { Duration, Effect, Option, Stream } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import type { Query } from "../../http/Request.js"
import * as VendorError from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import { at } from "../../JsonPath.js"
import * as MissingTally from "../lookup/MissingTally.js"
import * as RowId from "../row/RowId.js"
import { AccessObserver, type Observer } from "../walk/AccessObserver.js"
import * as ListGuard from "../walk/ListGuard.js"
import * as PagePieces from "../walk/PagePieces.js"
import type { Position, WalkedPage } from "../walk/PageWalk.js"
import { none, rowsAt } from "../walk/Pagination.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import * as RequiredBody from "../walk/RequiredBody.js"
import { missingParts } from "../walk/RequiredBody.js"
import type { SourceList } from "./SourceList.js"

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
  /** Reads the bodies of chunks, such as `Decode.gunzip(Decode.ndjson)`; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** The path that cancels the job with POST, used if the scan is given up; by default nothing cancels the job. */
  readonly cancel?: string
  /** The pause between two polls; 5 seconds by default. */
  readonly pollEvery?: Duration.DurationInput
}

/** The state of a job. */
export interface State {
  /** `finished` if `chunks` is complete; `failed` if it never will be. */
  readonly state: "running" | "finished" | "failed"
  /** The numbers of the chunks that are ready to be read, with those that were read already. */
  readonly chunks: ReadonlyArray<number>
  /** How many chunks the finished export has, so that one with fewer fails; absent if the vendor does not say. */
  readonly total?: number
}

interface Progress {
  /** The job's id. */
  readonly id: string
  /** The numbers of the chunks that were read. */
  readonly done: ReadonlyArray<number>
}

const POLL_EVERY = Duration.seconds(5)
const EXPORT_FAILED = "could not prepare the export"
const CHUNKS_MISSING = "the finished export lacks chunks"
/** What is wrong with a job for good. */
const ENDED: ReadonlyArray<string> = [EXPORT_FAILED, CHUNKS_MISSING]
/** How long to wait for the vendor to confirm that the job is cancelled. */
const CANCEL_TIMEOUT = Duration.seconds(2)

const progressOf = (position: Position | null): Progress | null => {
  const query = position !== null && position.next !== null && "query" in position.next ? position.next.query : {}
  const { id, done } = query as { readonly id?: unknown; readonly done?: unknown }
  return typeof id === "string" && Array.isArray(done) ? { id, done: done.map(Number) } : null
}

const positionOf = (progress: Progress): Position => ({ list: 0, next: { query: { ...progress } } })

const expired = ({ detail, endpoint, status }: VendorError.VendorError) =>
  new VendorError.CheckpointExpired({ endpoint, status, detail })

/** If the vendor has lost or failed a job that an earlier run started, the checkpoint has expired and a new job starts. */
const withoutJob = (error: VendorError.VendorError): VendorError.VendorError =>
  error._tag === "ClientError" || (error._tag === "ServerError" && ENDED.includes(error.detail))
    ? expired(error)
    : error

/** All rows that a job of an earlier run listed may have left since, so if too many are missing, a new job lists them again. */
export const withoutRows = (error: VendorError.VendorError): VendorError.VendorError =>
  MissingTally.isAbsent(error) ? expired(error) : error

const idOf = (value: unknown): string | null => {
  const id = RowId.asId(value)
  return id !== null && PathTemplate.canFill(id) ? id : null
}

const start = (job: ExportJob, query: Query) =>
  Effect.gen(function* () {
    const body = { ...job.body, ...query }
    const { found } = yield* RequiredBody.send(
      { endpoint: job.start, url: job.start, method: "POST", body, isRepeatable: true },
      RequiredBody.value("the id of the export", (answer) => idOf(at(answer, job.id)))
    )
    return { id: found, done: [] } satisfies Progress
  })

/** The job's state; fails if the job has failed. */
const readState = (job: ExportJob, progress: Progress) =>
  Effect.gen(function* () {
    const request = { endpoint: job.status, url: PathTemplate.fill(job.status, progress) }
    const expected = RequiredBody.value("the expected state of the export", job.read)
    const { found: state, response } = yield* RequiredBody.send(request, expected)
    if (state.state === "failed") {
      return yield* new VendorError.ServerError({
        endpoint: job.status,
        status: response.status,
        detail: EXPORT_FAILED
      })
    }
    return state
  })

/** An unread chunk that is ready; `waiting` while the vendor prepares it, and null once all chunks were read. */
const nextChunk = (
  job: ExportJob,
  progress: Progress
): Effect.Effect<number | "waiting" | null, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const { chunks, state, total } = yield* readState(job, progress)
    const done = new Set(progress.done)
    const next = chunks.find((chunk) => !done.has(chunk))
    if (next !== undefined) return next
    if (state !== "finished") return "waiting"
    const known = new Set(chunks)
    const isWhole = progress.done.every((chunk) => known.has(chunk)) && progress.done.length >= (total ?? 0)
    if (isWhole) return null
    return yield* new VendorError.ServerError({ endpoint: job.status, status: 200, detail: CHUNKS_MISSING })
  })

const readChunk = (job: ExportJob, progress: Progress, chunk: number) => {
  const url = PathTemplate.fill(job.chunk, { id: progress.id, chunk })
  const expected = RequiredBody.rows(rowsAt(job.items ?? ""))
  const decoded = job.decode === undefined ? {} : { decode: job.decode }
  return Effect.gen(function* () {
    const { found, response } = yield* RequiredBody.send({ endpoint: job.chunk, url, ...decoded }, expected)
    const detail = ListGuard.lackOf(response, found)
    if (detail === null) return { rows: found }
    return { rows: found, missing: yield* missingParts(job.chunk, response, [detail]) }
  })
}

const cancel = (job: ExportJob, progress: Progress) =>
  Effect.gen(function* () {
    if (job.cancel === undefined) return
    const http = yield* VendorHttp
    const url = PathTemplate.fill(job.cancel, progress)
    const request = http.send({ endpoint: job.cancel, url, method: "POST" })
    yield* Effect.ignore(Effect.timeout(Effect.interruptible(request), CANCEL_TIMEOUT))
  })

/** In a test of the credentials: starts a job, reads its state once and cancels it, which proves access to the list without waiting for the export. */
const observed = (job: ExportJob, query: Query, { http, note }: Observer): Effect.Effect<ReadonlyArray<WalkedPage>> =>
  Effect.acquireUseRelease(
    start(job, query),
    (progress) => readState(job, progress),
    (progress) => cancel(job, progress)
  ).pipe(
    Effect.match({
      onFailure: (error) => note(error, error),
      onSuccess: () => {
        note({ endpoint: job.start }, null)
        note({ endpoint: job.status }, null)
      }
    }),
    Effect.as([]),
    Effect.provideService(VendorHttp, http)
  )

/** Where a run is in a job. */
interface Here {
  readonly progress: Progress
  /** Whether the run has reported that the vendor is still preparing the export. */
  readonly hasTold: boolean
  /** Whether no chunk was ready at the last poll. */
  readonly isWaiting: boolean
  /** The chunks so far. */
  readonly list: ListGuard.ListState
}

/** Every row is in one chunk. */
const NO_REPETITION: ListGuard.Repetition = { isDelta: false, mayShift: false }

/** Reads the next chunk. While none is ready, it pauses between polls, and tells it once. */
const step = (job: ExportJob, { hasTold, isWaiting, list, progress }: Here) =>
  Effect.gen(function* () {
    if (isWaiting) yield* Effect.sleep(job.pollEvery ?? POLL_EVERY)
    const before = positionOf(progress)
    const chunk = yield* nextChunk(job, progress)
    if (chunk === null) return Option.none()
    if (chunk === "waiting") {
      const told: WalkedPage = { rows: [], after: before, delta: null, isWaiting: true }
      const pages: ReadonlyArray<PagePieces.ReadPage> = hasTold ? [] : [{ page: told, before }]
      return Option.some([pages, { progress, hasTold: true, isWaiting: true, list }] as const)
    }
    const read = yield* readChunk(job, progress, chunk)
    const added = ListGuard.add(list, { rows: read.rows, total: null }, NO_REPETITION)
    if (added.failure !== null) return yield* ListGuard.failure(job.chunk, "repeated a chunk")
    const after: Progress = { id: progress.id, done: [...progress.done, chunk] }
    const page: WalkedPage = { ...read, after: positionOf(after), delta: null }
    return Option.some([[{ page, before }], { progress: after, hasTold, isWaiting: false, list: added.list }] as const)
  })

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
      const observer = yield* AccessObserver
      if (observer !== null) return Stream.fromIterableEffect(observed(job, query, observer))
      const known = progressOf(from)
      const progress = known ?? (yield* start(job, query))
      const begun: WalkedPage = { rows: [], after: positionOf(progress), delta: null }
      const begin: Here = { progress, hasTold: false, isWaiting: false, list: ListGuard.begin() }
      const chunks = PagePieces.stream(begin, (here) => step(job, here), true)
      const end: WalkedPage = { rows: [], after: null, delta: null }
      const all = Stream.make(begun).pipe(Stream.concat(chunks), Stream.concat(Stream.make(end)))
      return known === null ? all : Stream.mapError(all, withoutJob)
    })
  )

/** Cancels the job of a scan that will not be resumed. */
export const giveUp = (job: ExportJob, position: Position | null): Effect.Effect<void, never, VendorHttp> => {
  const progress = progressOf(position)
  return progress === null ? Effect.void : cancel(job, progress)
}

/** The list that reads the chunks, and the two that start and poll the job. */
export const lists = (job: ExportJob, own: SourceList): [SourceList, ...ReadonlyArray<SourceList>] => {
  const preparing: SourceList = {
    ...own,
    role: "job",
    kind: null,
    isPaged: false,
    pagination: null,
    accepts: null,
    row: null
  }
  return [
    {
      ...own,
      ...(job.decode === undefined ? {} : { decode: job.decode }),
      endpoint: job.chunk,
      isPaged: false,
      pagination: none({ items: job.items ?? "" })
    },
    { ...preparing, endpoint: job.start },
    { ...preparing, endpoint: job.status }
  ]
}
