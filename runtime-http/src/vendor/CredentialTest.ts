import {
  Connector,
  type DataExportType,
  Extractor,
  RateBudget,
  type RecordKind,
  type SourceList,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { Cause, Context, Effect, Exit, Layer, type Redacted, Schedule } from "effect"
import * as Defect from "../Defect.js"
import * as TestProblem from "./TestProblem.js"
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
}

/** Why credentials were not accepted, or could not be checked. */
export type CheckFailure = MalformedCredentials | AddressInvalid | VendorError.VendorError

/** Checks and tests credentials with a vendor without storing anything. */
export class CredentialTest extends Context.Tag("@tributary/runtime-http/CredentialTest")<
  CredentialTest,
  {
    /** Decodes the credentials that a caller sent and sends the connector's `check` request; returns the JSON to store. */
    readonly check: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<Redacted.Redacted, CheckFailure>
    /** Reads as little as possible of each list of every export type. */
    readonly test: (
      connector: Connector.Connector,
      credentials: Redacted.Redacted
    ) => Effect.Effect<TestReport, MalformedCredentials>
  }
>() {}

/** For the check and for each extractor of a test, because a caller is waiting. */
const TIME_LIMIT = "15 seconds"
const FIRST_PAUSE = "500 millis"
const RETRIES = 2
/** The errors after which the next answer may be right. */
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
  /** Why the extractor cannot read; empty when it can. */
  readonly problems: ReadonlyArray<TestProblem.TestProblem>
  /** The fields that cannot be read, because the vendor refuses optional lookups. */
  readonly unread: ReadonlyArray<Extractor.UnreadFields>
}

/** The kinds of record that cannot be read without the list: those of a list below rows or of a lookup, or all of the extractor. */
const hiddenBy = ({ kinds }: Extractor.Any, { kind, lookup, role }: SourceList): ReadonlyArray<RecordKind.Any> => {
  const only = role === "child" ? kind : lookup?.kind
  return only === null || only === undefined ? kinds : [only]
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
    if (Exit.isSuccess(exit)) {
      const failed = exit.value.filter((finding) => !Extractor.isHarmless(finding))
      return {
        problems: failed.flatMap(({ error, list }) =>
          error === null ? [] : [TestProblem.ofError(connector, error, list.permissions, hiddenBy(extractor, list))]
        ),
        unread: exit.value.flatMap((finding) => Extractor.unreadOf(finding) ?? [])
      }
    }
    const failure = Cause.failureOption(exit.cause)
    if (failure._tag === "Some") {
      const { kinds, permissions } = extractor
      return { problems: [TestProblem.ofError(connector, failure.value, permissions, kinds)], unread: [] }
    }
    yield* Effect.logError(
      `A connector failed while its credentials were being tested: ${Defect.describe(exit.cause)}.`
    ).pipe(Effect.annotateLogs({ vendor: connector.vendor, endpoint: extractor.endpoint }))
    return { problems: [TestProblem.ofDefect(extractor)], unread: [] }
  })

const unreadMessage = ({ endpoint, fields, kind, permissions, reason }: Extractor.UnreadFields): string =>
  `Not read: ${fields.join(", ")} of ${kind.name} (${endpoint}: ${reason}). Grant ${permissions.join(", ")}.`

/** The message of an export type. */
const messageOf = (tested: ReadonlyArray<Tested>): string => {
  const problems = tested.flatMap((each) => each.problems)
  if (problems.length > 0) return TestProblem.describe(problems)
  const unread = tested.flatMap((each) => each.unread)
  if (unread.length === 0) return "The credentials can read this data."
  return ["The credentials can read this data, but not every field.", ...unread.map(unreadMessage)].join(" ")
}

/** Creates the service. */
export const make: Effect.Effect<CredentialTest["Type"], never, VendorSession> = Effect.gen(function* () {
  const session = yield* VendorSession

  const check: CredentialTest["Type"]["check"] = (connector, credentials) =>
    Effect.gen(function* () {
      const accepted = yield* session.accept(connector, credentials)
      const request = Connector.checkOf(connector)
      yield* withFewRetries(accepted.http)
        .send(request)
        .pipe(
          Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => timedOut(request.endpoint) }),
          Effect.mapError(blaming(accepted))
        )
      return accepted.stored
    }).pipe(
      Effect.provideService(RateBudget.Urgency, "interactive"),
      Effect.withSpan("connection.check", { attributes: { "tributary.vendor": connector.vendor } })
    )

  const test: CredentialTest["Type"]["test"] = (connector, credentials) =>
    Effect.gen(function* () {
      const http = withFewRetries((yield* session.open(connector, credentials)).http)
      const extractors = yield* Effect.forEach(
        Connector.extractorsOf(connector),
        ([exportType, extractor]) =>
          Effect.map(testExtractor(http, connector, extractor), (tested) => ({ exportType, tested })),
        { concurrency: EXTRACTORS_AT_ONCE }
      )
      const dataExportTypes = Connector.exportTypesOf(connector).map((dataExportType) => {
        const parts = extractors.filter(({ exportType }) => exportType === dataExportType).map(({ tested }) => tested)
        return {
          dataExportType,
          isValid: parts.every(({ problems }) => problems.length === 0),
          message: messageOf(parts),
          unreadFields: parts.flatMap(({ unread }) => unread)
        }
      })
      const problems = extractors.flatMap(({ tested }) => tested.problems)
      const kinds = new Set(
        Connector.extractorsOf(connector).flatMap(([, extractor]) => extractor.kinds.map(({ name }) => name))
      )
      return {
        isValid: problems.length === 0,
        message:
          problems.length === 0
            ? "The credentials can read every data export type."
            : TestProblem.summarize(problems, kinds),
        dataExportTypes
      }
    }).pipe(
      Effect.provideService(RateBudget.Urgency, "interactive"),
      Effect.withSpan("connection.test", { attributes: { "tributary.vendor": connector.vendor } })
    )

  return CredentialTest.of({ check, test })
})

/** Credential tests over the vendor sessions of this process. */
export const layer: Layer.Layer<CredentialTest, never, VendorSession> = Layer.effect(CredentialTest, make)
