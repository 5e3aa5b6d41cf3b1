// This folder runs a connector, one of its actions or its test of credentials once, against the scripted vendor.
import { HttpClient } from "@effect/platform"
import { Cause, Duration, Effect, Exit, identity, Option, Stream } from "effect"
import { type Connector, extractorsOf } from "../../Connector.js"
import * as Health from "../../contract/Health.js"
import type { ProblemReason } from "../../contract/ProblemReason.js"
import type { DataExportType } from "../../DataExportType.js"
import {
  type Any as Extractor,
  type ExtractRequest,
  exportTypesOf,
  mergeUnread,
  type Page,
  type UnreadFields
} from "../../extract/Extractor.js"
import { judged } from "../../extract/job/judged.js"
import * as Authentication from "../../http/Authentication.js"
import * as RateBudget from "../../http/rate/RateBudget.js"
import * as VendorError from "../../http/VendorError.js"
import * as VendorHttp from "../../http/VendorHttp.js"
import * as Batch from "../../record/Batch.js"
import type { Rejection } from "../../record/normalize.js"
import type * as ScriptedIssuer from "../vendor/ScriptedIssuer.js"
import * as ScriptedVendor from "../vendor/ScriptedVendor.js"
import * as VirtualTime from "../vendor/VirtualTime.js"
import * as HeldConsent from "./HeldConsent.js"
import { MemoryStore, type Missed, type Rival, type Stored } from "./MemoryStore.js"
import * as Recording from "./Recording.js"
import * as TenantAnswers from "./TenantAnswers.js"
import { type CredentialOptions, givenSecrets, secretsOf, settingsOf } from "./TestCredentials.js"

/** What a test run needs. */
export interface RunOptions extends CredentialOptions {
  /** What the vendor answers, taken from its documentation. */
  readonly replies: ScriptedVendor.Replies
  /** Finds the reply to a request, for a vendor that is more than the script; the reply whose key fits best by default. */
  readonly answering?: ScriptedVendor.Answering
  /** What goes wrong; nothing by default. */
  readonly faults?: ReadonlyArray<ScriptedVendor.Fault>
  /**
   * Who issues the tokens of a connector whose customers consent. The run then holds them as a runtime does, or gets them with the issuer's client if they are
   * those of the operator's application; and the vendor refuses requests without a token that the issuer accepts. By default the script answers the
   * connector's own token request.
   */
  readonly issuer?: ScriptedIssuer.ScriptedIssuer
  /** An ISO 8601 instant: incremental extractors request what changed since then. All rows by default. */
  readonly since?: string
  /** Where the vendor's deltas begin, as `deltas` of an earlier report names them. Full scans by default. */
  readonly deltas?: ReadonlyMap<string, string>
  /** The records that the store holds before the run, as `stored` of an earlier report; none by default. */
  readonly stored?: Stored
  /** What earlier runs missed, as `missed` of an earlier report: a record then leaves only if a second run misses it, or if the vendor's total proves it. By default it leaves at once. */
  readonly missed?: Missed
  /** True to stop after every checkpoint and resume from it, like a runtime that restarts constantly. */
  readonly isInterrupted?: boolean
  /** What the clock of the service shows when the run begins, in milliseconds since 1970; 0 by default, which is long before anything that the vendor says. */
  readonly clockMillis?: number
}

/** What a run did. */
export interface RunReport {
  /** The records by kind, as the API sends them, with the fields that it sends only on request. */
  readonly records: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>
  /** The same records as the store holds them. */
  readonly stored: Stored
  /** What the run missed without a proof that it is gone, by kind; empty unless the run got `missed`. */
  readonly missed: Missed
  /** Where the vendor says that its next delta begins, by the endpoint of the extractor. */
  readonly deltas: ReadonlyMap<string, string>
  /** The health of the connection after the run. */
  readonly health: Health.Health
  /** The extractors that did not reach their end. */
  readonly failures: ReadonlyArray<Failure>
  /** The rows that could not be read. */
  readonly rejections: ReadonlyArray<Rejection>
  /** How many rows became no record of a kind because their mapping says so, by kind. */
  readonly skipped: ReadonlyMap<string, number>
  /** The records that several rows with different content became in one scan, of which only one is stored. */
  readonly rivals: ReadonlyArray<Rival>
  /** What was wrong with values that cost only their fields, each as the kind and `path: Expected ...`. */
  readonly unreadable: ReadonlyArray<string>
  /** The fields that could not be read, one entry per kind and endpoint. */
  readonly unread: ReadonlyArray<UnreadFields>
  /** The requests that asked who the tenant is, and whose rows the credentials cover. */
  readonly tenantRequests: ReadonlyArray<ScriptedVendor.Seen>
  /** Every other request that the vendor received, in order. */
  readonly requests: ReadonlyArray<ScriptedVendor.Seen>
  /** The requests of each extractor; the one that needed the token first also requested it. */
  readonly requestsBy: ReadonlyMap<Extractor, ReadonlyArray<ScriptedVendor.Seen>>
  /** The endpoints that each extractor named in its requests. */
  readonly endpointsBy: ReadonlyMap<Extractor, ReadonlySet<string>>
  /** How long the run would have taken in real time, in milliseconds. */
  readonly elapsedMillis: number
  /** Everything that the run emitted: log lines, spans, errors, rejections, and what the next page or delta begins with. */
  readonly output: string
  /** Every form that the planted secret took in the run; `output` and `records` must contain none of them. */
  readonly secrets: ReadonlyArray<string>
}

/** An extractor that did not reach its end. */
export interface Failure {
  /** The export type of the extractor. */
  readonly data_export_type: DataExportType
  /** The name of the extractor that failed. */
  readonly extractor: string
  /** The endpoint that failed. */
  readonly endpoint: string
  /** The health that the failure gives the connection. */
  readonly health: Health.HealthName
  /** Why its data cannot be read, as the status of the connection says it. */
  readonly reason: ProblemReason
  /** What went wrong, as human-readable text. */
  readonly detail: string
}

/** The connection that owns the records of a test run. */
export const CONNECTION_ID = "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f"

/** The failure of each export type of an extractor. */
const failuresOf = (extractor: Extractor, cause: Cause.Cause<VendorError.VendorError>): ReadonlyArray<Failure> => {
  const error = Option.getOrNull(Cause.failureOption(cause))
  const failure: Omit<Failure, "data_export_type" | "extractor"> =
    error === null
      ? { endpoint: extractor.endpoint, health: "INTERNAL_ERROR", reason: "INTERNAL", detail: Cause.pretty(cause) }
      : {
          endpoint: error.endpoint,
          health: VendorError.healthOf(error),
          reason: VendorError.reasonOf(error),
          detail: error.message
        }
  return exportTypesOf(extractor).map((exportType) => ({
    data_export_type: exportType,
    extractor: extractor.name,
    ...failure
  }))
}

/** The pages of a scan that stops whenever its checkpoint moves, and resumes from there. */
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

const recordsOf = (stored: Stored): RunReport["records"] =>
  Object.fromEntries(
    [...stored].map(([kind, wires]) => [
      kind,
      [...wires.values()].map((wire) => JSON.parse(wire) as Readonly<Record<string, unknown>>)
    ])
  )

/** Runs every extractor of a connector once against a scripted vendor, without network and without waiting. */
export const run = async (connector: Connector, given: RunOptions): Promise<RunReport> => {
  const { faults = [], issuer } = given
  const options =
    issuer === undefined
      ? given
      : { ...given, credentials: HeldConsent.credentialsOf(connector, given.credentials, issuer.client) }
  const entered = settingsOf(connector, options)
  const opened = issuer === undefined ? entered : HeldConsent.settingsOf(connector, entered)
  const guards = issuer === undefined ? [] : [HeldConsent.guarding(issuer, opened.auth)]
  const vendor = ScriptedVendor.make(options.replies, [...faults, ...guards], options.answering)
  const tenant = TenantAnswers.make(options.replies)
  const recording = Recording.make()
  const store = new MemoryStore(CONNECTION_ID, options.stored, options.missed ?? null)
  const failures: Array<Failure> = []
  const rejections: Array<Rejection> = []
  const skipped = new Map<string, number>()
  const unreadable: Array<string> = []
  let unread: ReadonlyArray<UnreadFields> = []
  const { settings, isBusy } = VirtualTime.holdWhileSigning(opened)

  const deltas = new Map<string, string>()
  const checkpoints = new Set<string>()
  const read = (extractor: Extractor, request: ExtractRequest) =>
    Effect.suspend(() => {
      const isFull = request.since === null && request.delta === null
      const scan = store.scan(extractor, isFull ? "full" : "delta")
      const pages = options.isInterrupted === true ? interrupted(extractor, request) : extractor.pages(request)
      const write = (page: Page) =>
        Effect.sync(() => {
          scan.write(page)
          rejections.push(...Batch.rowsOf(page.batches).rejections)
          for (const { kind, records, skipped: more = 0 } of page.batches) {
            skipped.set(kind.name, (skipped.get(kind.name) ?? 0) + more)
            unreadable.push(...records.flatMap((record) => record.unreadable.map((issue) => `${kind.name} ${issue}`)))
          }
          unread = mergeUnread(unread, page.unread ?? [])
          if (page.checkpoint !== null) checkpoints.add(JSON.stringify(page.checkpoint))
          if (page.delta !== null) deltas.set(extractor.endpoint, page.delta)
        })
      return Effect.zipRight(Stream.runForEach(judged(pages), write), Effect.sync(scan.close))
    })

  const requestsBy = new Map<Extractor, ReadonlyArray<ScriptedVendor.Seen>>()
  const endpointsBy = new Map<Extractor, ReadonlySet<string>>()
  /** The vendor's API, which notes the endpoints that requests name. */
  const naming = (http: VendorHttp.VendorHttp["Type"], named: Set<string>) =>
    VendorHttp.VendorHttp.of({
      ...http,
      send: (request) =>
        Effect.suspend(() => {
          named.add(request.endpoint)
          return http.send(request)
        })
    })
  const runOne = (extractor: Extractor, http: VendorHttp.VendorHttp["Type"]) => {
    const owner = { connectionId: CONNECTION_ID, vendor: connector.vendor }
    const full = { owner, since: null, checkpoint: null, delta: null }
    const since = extractor.isIncremental && !extractor.usesDeltaToken ? (options.since ?? null) : null
    const needsDelta = extractor.usesDeltaToken || extractor.hasDeltaState
    const delta = needsDelta ? (options.deltas?.get(extractor.endpoint) ?? null) : null
    const named = new Set<string>()
    endpointsBy.set(extractor, named)
    return read(extractor, { ...full, since, delta }).pipe(
      // A runtime does the same: a token that the vendor refuses begins a new full scan.
      Effect.catchTag("CheckpointExpired", (error) =>
        delta === null && since === null ? Effect.fail(error) : read(extractor, full)
      ),
      Effect.catchAllCause((cause) => Effect.sync(() => failures.push(...failuresOf(extractor, cause)))),
      Effect.provideService(VendorHttp.VendorHttp, naming(http, named))
    )
  }
  const extraction = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
    Effect.forEach(extractorsOf(connector), (extractor) => {
      const before = vendor.seen().length
      const note = () => requestsBy.set(extractor, vendor.seen().slice(before))
      return Effect.andThen(runOne(extractor, http), Effect.sync(note))
    })
  )
  // A runtime asks for the tenant of every connection, even if no row has to be compared with it.
  const questions = Effect.flatMap(VendorHttp.VendorHttp, ({ tenant }) => Effect.all([tenant.id, tenant.covered]))
  const job = Effect.timed(extraction).pipe(
    Effect.map(([elapsed]) => Duration.toMillis(elapsed)),
    Effect.zipLeft(questions),
    Effect.provideServiceEffect(VendorHttp.VendorHttp, tenant.open(settings)),
    issuer === undefined
      ? identity
      : Effect.provideServiceEffect(Authentication.HeldTokens, HeldConsent.hold(connector, issuer)),
    Effect.provideService(HttpClient.HttpClient, vendor.client),
    Effect.provideServiceEffect(RateBudget.RateBudget, RateBudget.make),
    recording.record
  )

  const exit = await VirtualTime.run(job, isBusy, options.clockMillis)
  if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
  return {
    // Most checks compare what is stored, and never look at the records.
    get records() {
      return recordsOf(store.stored)
    },
    stored: store.stored,
    missed: store.missed,
    deltas,
    health: Health.fold(failures),
    failures,
    rejections,
    skipped,
    rivals: store.rivalry,
    unreadable,
    unread,
    tenantRequests: tenant.seen(),
    requests: vendor.seen(),
    requestsBy,
    endpointsBy,
    elapsedMillis: exit.value,
    output: [
      ...recording.lines(),
      JSON.stringify(failures),
      JSON.stringify(rejections),
      ...unreadable,
      ...checkpoints,
      ...deltas.values()
    ].join("\n"),
    secrets: [...secretsOf(settings, options.replies, givenSecrets(connector, options)), ...(issuer?.secrets() ?? [])]
  }
}
