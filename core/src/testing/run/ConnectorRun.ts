import { HttpClient } from "@effect/platform"
import { Cause, Duration, Effect, Exit, Layer, Option, Redacted, Schema, Stream } from "effect"
import { type Connector, extractorsOf } from "../../Connector.js"
import * as Health from "../../contract/Health.js"
import type { DataExportType } from "../../DataExportType.js"
import type { Any as Extractor, ExtractRequest, Page } from "../../extract/Extractor.js"
import { at } from "../../extract/Pagination.js"
import type * as Authentication from "../../http/Authentication.js"
import * as RateBudget from "../../http/RateBudget.js"
import * as VendorError from "../../http/VendorError.js"
import * as VendorHttp from "../../http/VendorHttp.js"
import type { Rejection } from "../../record/normalize.js"
import * as ScriptedVendor from "../vendor/ScriptedVendor.js"
import * as VirtualTime from "../vendor/VirtualTime.js"
import { MemoryStore, type Stored } from "./MemoryStore.js"
import * as Recording from "./Recording.js"

/** The text that stands in every secret credential of a test; it must never come out again. */
export const PLANTED_SECRET = "planted-secret-3f1c9a"

/** What a test run needs. */
export interface RunOptions {
  /** What the vendor's documentation says it answers. */
  readonly replies: ScriptedVendor.Replies
  readonly faults?: ReadonlyArray<ScriptedVendor.Fault>
  /** Credentials as a customer enters them; made up by default, with `https://vendor.example` for base addresses. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Only what changed since this instant, where an extractor can. */
  readonly since?: string
  /** Where deltas begin, as the report of an earlier run says; full scans where there is nothing. */
  readonly deltas?: ReadonlyMap<string, string>
  /** What the store held before the run. */
  readonly stored?: Stored
  /** Stops after every checkpoint and goes on from it, as a runtime that is restarted all the time. */
  readonly isInterrupted?: boolean
}

/** What a run did. */
export interface RunReport {
  /** The records by kind, as the API sends them with all that can be asked for. */
  readonly records: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>
  readonly stored: Stored
  /** Where the vendor says that the next delta begins, by the endpoint of its extractor. */
  readonly deltas: ReadonlyMap<string, string>
  readonly health: Health.Health
  readonly failures: ReadonlyArray<Failure>
  readonly rejections: ReadonlyArray<Rejection>
  readonly requests: ReadonlyArray<ScriptedVendor.Seen>
  /** How long the run would have taken by the clock, in milliseconds. */
  readonly elapsedMillis: number
  /** Everything the run said: log lines, spans, errors, rejections. */
  readonly output: string
  /** Every form in which the run held the planted secret: none of them may come out. */
  readonly secrets: ReadonlyArray<string>
}

/** One extractor that did not reach its end. */
export interface Failure {
  readonly data_export_type: DataExportType
  readonly endpoint: string
  readonly health: Health.HealthName
  readonly detail: string
}

/** The connection that test runs belong to. */
export const CONNECTION_ID = "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f"

const madeUp = (connector: Connector): Record<string, string> =>
  Object.fromEntries(
    Object.entries(connector.credentials.fields).flatMap(([name, { credential }]) => {
      if ("isOptional" in credential) return []
      if (credential.type === "base_url") return [[name, ScriptedVendor.BASE_URL]]
      if (credential.type === "secret") return [[name, PLANTED_SECRET]]
      return [[name, credential.example ?? "example"]]
    })
  )

const failureOf = (
  exportType: DataExportType,
  endpoint: string,
  cause: Cause.Cause<VendorError.VendorError>
): Failure =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => ({ data_export_type: exportType, endpoint, health: "INTERNAL_ERROR", detail: Cause.pretty(cause) }),
    onSome: (error) => ({
      data_export_type: exportType,
      endpoint: error.endpoint,
      health: VendorError.meaning[error._tag].health,
      detail: error.message
    })
  })

/** Credentials as a customer would enter them, with the made-up ones where none are given. */
const decoded = (connector: Connector, options: Pick<RunOptions, "credentials">): unknown =>
  Schema.decodeUnknownSync(connector.credentials)({ ...madeUp(connector), ...options.credentials })

/** How the connector talks to the scripted vendor. */
export const settingsOf = (
  connector: Connector,
  options: Pick<RunOptions, "credentials">
): VendorHttp.VendorHttpSettings => connector.http(decoded(connector, options))

/** The token that the vendor is scripted to give. */
const tokensOf = (auth: Authentication.TokenSource, replies: ScriptedVendor.Replies): ReadonlyArray<string> => {
  const key = ScriptedVendor.match(replies, "POST", new URL(auth.url))
  const token = key === null ? undefined : at(replies[key]?.body, auth.token ?? "access_token")
  return typeof token === "string" ? [token] : []
}

/** The secret itself, its token, and what the connector made of it for its headers, such as the base64 of a password. */
const secretsOf = (
  { auth, headers = {} }: VendorHttp.VendorHttpSettings,
  replies: ScriptedVendor.Replies
): ReadonlyArray<string> => {
  const tokens = auth === undefined ? [] : tokensOf(auth, replies)
  const made = Object.values(headers).flatMap((value) => (Redacted.isRedacted(value) ? [Redacted.value(value)] : []))
  return [PLANTED_SECRET, ...tokens, ...made.map((value) => value.split(" ").at(-1) ?? value)].filter(
    (text) => text.length > 3
  )
}

/** The pages of a scan that stops whenever its checkpoint moves, and goes on from there. */
const interrupted = (
  extractor: Extractor,
  request: ExtractRequest
): Stream.Stream<Page, VendorError.VendorError, VendorHttp.VendorHttp> =>
  Stream.suspend(() => {
    const begun = JSON.stringify(request.checkpoint)
    let { checkpoint } = request
    const part = extractor.pages(request).pipe(
      Stream.takeUntil((page) => JSON.stringify(page.checkpoint) !== begun),
      Stream.tap((page) =>
        Effect.sync(() => {
          checkpoint = page.checkpoint
        })
      )
    )
    const rest = Stream.suspend(() =>
      checkpoint === null || JSON.stringify(checkpoint) === begun
        ? Stream.empty
        : interrupted(extractor, { ...request, checkpoint })
    )
    return Stream.concat(part, rest)
  })

/** Runs every extractor of a connector once against a scripted vendor, without network and without waiting. */
export const run = async (connector: Connector, options: RunOptions): Promise<RunReport> => {
  const vendor = ScriptedVendor.make(options.replies, options.faults)
  const recording = Recording.make()
  const store = new MemoryStore(CONNECTION_ID, options.stored)
  const failures: Array<Failure> = []
  const rejections: Array<Rejection> = []
  const { settings, isBusy } = VirtualTime.holdWhileSigning(settingsOf(connector, options))

  const deltas = new Map<string, string>()
  const read = (extractor: Extractor, request: ExtractRequest) =>
    Effect.suspend(() => {
      const isFull = request.since === null && request.delta === null
      const scan = store.scan(extractor.kinds, isFull ? "full" : "delta")
      const pages = options.isInterrupted === true ? interrupted(extractor, request) : extractor.pages(request)
      const write = (page: Page) =>
        Effect.sync(() => {
          scan.write(page)
          rejections.push(...page.batches.flatMap((batch) => batch.rejections))
          if (page.delta !== null) deltas.set(extractor.endpoint, page.delta)
        })
      return Effect.zipRight(Stream.runForEach(pages, write), Effect.sync(scan.close))
    })

  const extraction = Effect.forEach(extractorsOf(connector), ([exportType, extractor]) => {
    const owner = { connectionId: CONNECTION_ID, vendor: connector.vendor }
    const full = { owner, since: null, checkpoint: null, delta: null }
    const since = extractor.isIncremental && !extractor.usesDeltaToken ? (options.since ?? null) : null
    const delta = options.deltas?.get(extractor.endpoint) ?? null
    return read(extractor, { ...full, since, delta }).pipe(
      // As a runtime does it: a token that is refused begins a new full scan.
      Effect.catchTag("CheckpointExpired", (error) => (delta === null ? Effect.fail(error) : read(extractor, full))),
      Effect.catchAllCause((cause) =>
        Effect.sync(() => failures.push(failureOf(exportType, extractor.endpoint, cause)))
      )
    )
  })
  const job = Effect.timed(extraction).pipe(
    Effect.map(([elapsed]) => Duration.toMillis(elapsed)),
    Effect.provide(VendorHttp.layer(settings)),
    Effect.provide(Layer.succeed(HttpClient.HttpClient, vendor.client)),
    Effect.provide(RateBudget.layer),
    Effect.provide(recording.layer)
  )

  const exit = await VirtualTime.run(job, { count: () => vendor.seen().length + rejections.length, isBusy })
  if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
  const records = Object.fromEntries(
    [...store.stored].map(([kind, wires]) => [
      kind,
      [...wires.values()].map((wire) => JSON.parse(wire) as Readonly<Record<string, unknown>>)
    ])
  )
  return {
    records,
    stored: store.stored,
    deltas,
    health: Health.fold(failures),
    failures,
    rejections,
    requests: vendor.seen(),
    elapsedMillis: exit.value,
    output: [...recording.lines(), JSON.stringify(failures), JSON.stringify(rejections)].join("\n"),
    secrets: secretsOf(settings, options.replies)
  }
}
