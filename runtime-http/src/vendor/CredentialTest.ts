import {
  Connector,
  Consent,
  type DataExportType,
  Extractor,
  Failures,
  MonotonicTime,
  Problem,
  RateBudget,
  type UnreadFields as Unread,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { Cause, Clock, Context, Effect, Exit, Layer, type Redacted, Schedule } from "effect"
import * as Defect from "../Defect.js"
import type { TenantFingerprint } from "../TenantFingerprint.js"
import * as ProblemId from "./ProblemId.js"
import * as UnreadFields from "./UnreadFields.js"
import {
  type Accepted,
  AddressInvalid,
  addressIssue,
  type MalformedCredentials,
  VendorSession
} from "./VendorSession.js"

/** The result of a credential test: which export types the credentials can read. */
export interface TestReport {
  /** Whether the credentials can read every export type; false also if the vendor did not let the test find out. */
  readonly isValid: boolean
  /** A sentence that sums up the test. */
  readonly message: string
  /** The result for each export type, with what is missing and what the customer can do about it. */
  readonly dataExportTypes: ReadonlyArray<{
    readonly dataExportType: DataExportType
    readonly isValid: boolean
    readonly message: string
    /** The fields that jobs will not read, because the vendor refuses optional lookups. */
    readonly unreadFields: ReadonlyArray<Extractor.UnreadFields>
  }>
  /** What the credentials cannot read, as the status of the connection would say it. */
  readonly problems: ReadonlyArray<Problem.Problem>
}

/** Credentials that the vendor accepts. */
export interface CheckedCredentials {
  /** The JSON to store. */
  readonly credentials: Redacted.Redacted
  /** The tenant to which they lead. */
  readonly tenant: TenantFingerprint
  /** The fields that jobs will not read, because the vendor refuses optional lookups; those that it refuses within seconds. */
  readonly unreadFields: ReadonlyArray<Unread>
}

/** Why credentials were not accepted, or could not be checked. */
export type CheckFailure = MalformedCredentials | AddressInvalid | VendorError.VendorError

/** Checks and tests credentials with a vendor without storing anything. */
export class CredentialTest extends Context.Tag("@tributary/runtime-http/CredentialTest")<
  CredentialTest,
  {
    /**
     * Decodes the credentials that a caller sent and sends the connector's `check` request; asks the vendor which tenant they lead to, and
     * which optional lookups it refuses.
     */
    readonly check: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<CheckedCredentials, CheckFailure>
    /** Reads as little as possible of each list of every export type. */
    readonly test: (
      connector: Connector.Connector,
      credentials: Redacted.Redacted,
      connectionId: string
    ) => Effect.Effect<TestReport, MalformedCredentials>
  }
>() {}

/** For the check and for each extractor of a test, because a caller is waiting. */
const TIME_LIMIT = "15 seconds"
const FIRST_PAUSE = "500 millis"
const RETRIES = 2
/** The errors after which the next answer may be right, unless somebody has to mend something first. */
const MAY_PASS: ReadonlyArray<VendorError.VendorError["_tag"]> = ["ServerError", "UnreadableAnswer"]
/** How many lists are tested at once: fast enough for a waiting caller, and within the smallest rate limits of vendors. */
const EXTRACTORS_AT_ONCE = 4

/** Limits retries to a few seconds, because a caller is waiting; a job retries for much longer. */
const withFewRetries = (http: VendorHttp.VendorHttp["Type"]): VendorHttp.VendorHttp["Type"] => ({
  ...http,
  send: (request) =>
    http.send({ ...request, isRepeatable: false }).pipe(
      Effect.retry({
        times: RETRIES,
        schedule: Schedule.exponential(FIRST_PAUSE),
        while: (error) =>
          MAY_PASS.includes(error._tag) &&
          error.addressFault === undefined &&
          error.isOfServer !== true &&
          (request.isRepeatable ?? (request.method ?? "GET") === "GET")
      })
    )
})

const timedOut = (endpoint: string) =>
  new VendorError.ServerError({ endpoint, status: null, detail: "did not answer in time" })

/** The statuses of a host that does not have what was asked for, so that it is not the host of the vendor's API. */
const NOT_THERE: ReadonlyArray<number | null> = [404, 410]

/** What is wrong with the address to which the check was sent; the error itself if the address may be right, or the customer did not enter it. */
const blaming =
  ({ fieldOfHost, hostOfEndpoint }: Accepted) =>
  (error: VendorError.VendorError): AddressInvalid | VendorError.VendorError => {
    const { addressFault, endpoint, status } = error
    const isNotThere = error._tag === "ClientError" && NOT_THERE.includes(status)
    if (addressFault === undefined && !isNotThere) return error
    const field = fieldOfHost(addressFault?.host ?? hostOfEndpoint(endpoint))
    const [path] = endpoint.split("?")
    const reason = addressFault?.reason ?? `the vendor's API is not there, ${path} answered ${status}`
    return field === null ? error : new AddressInvalid({ issues: [addressIssue(field, reason)] })
  }

/** The result of testing one extractor. */
interface Tested {
  /** What cannot be read; a failure that names fields costs only those. */
  readonly failures: ReadonlyArray<Problem.Failure>
  /** The fields that cannot be read, because the vendor refuses optional lookups. */
  readonly unread: ReadonlyArray<Extractor.UnreadFields>
  /** The permissions of the lists that can be read: the credentials have them. */
  readonly held: ReadonlyArray<string>
}

const testExtractor = (
  http: VendorHttp.VendorHttp["Type"],
  connector: Connector.Connector,
  extractor: Extractor.Any
): Effect.Effect<Tested> =>
  Effect.gen(function* () {
    let endpoint = extractor.endpoint
    const recording: VendorHttp.VendorHttp["Type"] = {
      ...http,
      send: (request) => {
        endpoint = request.endpoint
        return http.send(request)
      }
    }
    // The records of a test are discarded, so their owner is not a real connection.
    const owner = { connectionId: "00000000-0000-0000-0000-000000000000", vendor: connector.vendor }
    const exit = yield* Extractor.checkAccess(extractor, owner).pipe(
      Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => timedOut(endpoint) }),
      Effect.provideService(VendorHttp.VendorHttp, recording),
      Effect.exit
    )
    const since = new Date(yield* Clock.currentTimeMillis).toISOString()
    if (Exit.isSuccess(exit)) {
      const unread = exit.value.flatMap((finding) => Extractor.unreadOf(finding) ?? [])
      const failures = exit.value.flatMap((finding) =>
        finding.error === null || Extractor.isHarmless(finding) ? [] : Failures.ofError(extractor, finding.error, since)
      )
      const partial = unread.map(({ kind, ...each }) => Failures.ofUnread(kind.exportType, kind.name, each, since))
      return {
        failures: [...failures, ...partial],
        unread,
        held: exit.value.flatMap(({ error, list }) => (error === null ? list.permissions : []))
      }
    }
    const failure = Cause.failureOption(exit.cause)
    if (failure._tag === "Some") {
      return { failures: Failures.ofError(extractor, failure.value, since), unread: [], held: [] }
    }
    yield* Effect.logError(
      `A connector failed while its credentials were being tested: ${Defect.describe(exit.cause)}.`
    ).pipe(Effect.annotateLogs({ vendor: connector.vendor, endpoint: extractor.endpoint }))
    const { endpoint: list } = extractor
    const error = new VendorError.BadPayload({ endpoint: list, status: null, detail: Defect.CONNECTOR_FAILED })
    return { failures: Failures.ofError(extractor, error, since), unread: [], held: [] }
  })

/** For all optional lookups of a check, in milliseconds: a job finds out about those that take longer. */
const LOOKUPS_LIMIT = 5_000

/** Ends all requests after some time. One that hangs gets half of what is left, so that it does not hide what the others find. */
const within = (http: VendorHttp.VendorHttp["Type"], millis: number) =>
  Effect.map(MonotonicTime.millis, (begun): VendorHttp.VendorHttp["Type"] => ({
    ...http,
    send: (request) =>
      Effect.flatMap(MonotonicTime.millis, (now) =>
        Effect.timeoutFail(http.send(request), {
          duration: Math.max(0, begun + millis - now) / 2,
          onTimeout: () => timedOut(request.endpoint)
        })
      )
  }))

/** The fields that jobs will not read. */
const unreadWith = (http: VendorHttp.VendorHttp["Type"], connector: Connector.Connector) =>
  Effect.flatMap(within(http, LOOKUPS_LIMIT), (limited) =>
    Effect.forEach(
      Connector.extractorsOf(connector).filter(({ lists }) => lists.some(({ lookup }) => lookup?.isOptional === true)),
      (extractor) => testExtractor(limited, connector, extractor),
      { concurrency: EXTRACTORS_AT_ONCE }
    )
  ).pipe(Effect.map((tested) => tested.flatMap(({ unread }) => unread.map(UnreadFields.toWire))))

const isOfRecords = ({ fields }: Problem.Failure): boolean => fields.length === 0

/** What a test says of the problems that it found. */
const messageOf = (can: string, failures: ReadonlyArray<Problem.Failure>, problems: ReadonlyArray<Problem.Problem>) => {
  const sentences = problems.map(({ customer_message }) => customer_message)
  if (failures.some(isOfRecords)) return sentences.join(" ")
  return failures.length === 0 ? `${can}.` : [`${can}, but not every field.`, ...sentences].join(" ")
}

/** Why nothing can be read with stored credentials that this service cannot read: somebody enters them again, or consents again. */
export const unreadableReason = ({ credentials }: Connector.Connector): Problem.ProblemReason =>
  Consent.fieldOf(credentials.fields) === null ? "CREDENTIALS_UNREADABLE" : "CONSENT_ENDED"

/** The report about stored credentials that this service cannot read. */
export const unreadable = (
  connectionId: string,
  tool: Connector.Connector,
  detail: string,
  now: number
): TestReport => {
  const failure = Failures.ofConnection({
    reason: unreadableReason(tool),
    endpoint: null,
    detail,
    since: new Date(now).toISOString(),
    until: null
  })
  const circumstances = { attempt: { when: "TEST" }, held: new Set<string>() } as const
  const problems = Problem.summarize(tool, [failure], circumstances, ProblemId.of(connectionId))
  return { isValid: false, message: messageOf("", [failure], problems), dataExportTypes: [], problems }
}

/** Creates the service. */
export const make: Effect.Effect<CredentialTest["Type"], never, VendorSession> = Effect.gen(function* () {
  const session = yield* VendorSession

  const check: CredentialTest["Type"]["check"] = (connector, credentials) =>
    Effect.gen(function* () {
      const accepted = yield* session.accept(connector, credentials)
      const http = withFewRetries(accepted.http)
      const request = Connector.checkOf(connector)
      yield* http
        .send(request)
        .pipe(
          Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => timedOut(request.endpoint) }),
          Effect.mapError(blaming(accepted))
        )
      const [tenant, unreadFields] = yield* Effect.all([accepted.tenant, unreadWith(http, connector)], {
        concurrency: "unbounded"
      })
      return { credentials: accepted.stored, tenant, unreadFields }
    }).pipe(
      Effect.provideService(RateBudget.Urgency, "interactive"),
      Effect.withSpan("connection.check", { attributes: { "tributary.vendor": connector.vendor } })
    )

  const test: CredentialTest["Type"]["test"] = (connector, credentials, connectionId) =>
    Effect.gen(function* () {
      const http = withFewRetries((yield* session.open(connector, credentials)).http)
      const extractors = yield* Effect.forEach(
        Connector.extractorsOf(connector),
        (extractor) => testExtractor(http, connector, extractor),
        { concurrency: EXTRACTORS_AT_ONCE }
      )
      const held = new Set(extractors.flatMap((tested) => tested.held))
      const circumstances = { attempt: { when: "TEST" }, held } as const
      const all = extractors.flatMap((tested) => tested.failures)
      const explain = (failures: ReadonlyArray<Problem.Failure>) => {
        const problems = Problem.summarize(connector, failures, circumstances, ProblemId.of(connectionId))
        return { failures, problems }
      }
      const dataExportTypes = Connector.exportTypesOf(connector).map((dataExportType) => {
        const { failures, problems } = explain(all.filter((failure) => failure.data_export_type === dataExportType))
        return {
          dataExportType,
          isValid: !failures.some(isOfRecords),
          message: messageOf("The credentials can read this data", failures, problems),
          unreadFields: extractors.flatMap(({ unread }) =>
            unread.filter(({ kind }) => kind.exportType === dataExportType)
          )
        }
      })
      const { failures, problems } = explain(all)
      return {
        isValid: !failures.some(isOfRecords),
        message: messageOf("The credentials can read every data export type", failures, problems),
        dataExportTypes,
        problems
      }
    }).pipe(
      Effect.provideService(RateBudget.Urgency, "interactive"),
      Effect.withSpan("connection.test", { attributes: { "tributary.vendor": connector.vendor } })
    )

  return CredentialTest.of({ check, test })
})

/** Credential tests over the vendor sessions of this process. */
export const layer: Layer.Layer<CredentialTest, never, VendorSession> = Layer.effect(CredentialTest, make)
