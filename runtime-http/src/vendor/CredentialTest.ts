import { Connector, type DataExportType, Extractor, RateBudget, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Context, Effect, Exit, Layer, type Redacted, Schedule } from "effect"
import * as Defect from "../Defect.js"
import {
  type Accepted,
  AddressInvalid,
  addressFieldsOf,
  addressIssue,
  type MalformedCredentials,
  VendorSession
} from "./VendorSession.js"

/** The result of a credential test: which export types the credentials can read. */
export interface TestReport {
  /** Whether the credentials can read every export type. */
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
          MAY_PASS.includes(error._tag) && error.addressFault === undefined && (request.method ?? "GET") === "GET"
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

const whenAllowed = (error: VendorError.VendorError): string => {
  const retryAt = error._tag === "RateLimited" ? (error.retryAt ?? null) : null
  return retryAt === null ? "later" : `after ${new Date(retryAt).toISOString()}`
}

/** What a customer can do about each kind of failure. */
const advice: Readonly<
  Record<
    VendorError.VendorError["_tag"],
    (error: VendorError.VendorError, permissions: ReadonlyArray<string>) => string
  >
> = {
  Unauthorized: (_, permissions) =>
    permissions.length === 0
      ? "The credentials lack a permission; check what they may read."
      : `Missing permission: grant ${permissions.join(", ")}.`,
  RateLimited: (error) => `The vendor's rate limit has been reached; test again ${whenAllowed(error)}.`,
  ServerError: () => "The vendor is not available; test again later.",
  ClientError: () => "The vendor rejected the request; check the address and the plan of the account.",
  UnreadableAnswer: () => "This is not an answer of the vendor's API; check the address, or test again later.",
  AnswerTooLarge: () => "The vendor sends more at once than the operator of this server allows.",
  BadPayload: () => "The connector cannot read the response; check the address.",
  CheckpointExpired: () => "The connector cannot read the response; test again."
}

const explain = (
  connector: Connector.Connector,
  error: VendorError.VendorError,
  permissions: ReadonlyArray<string>
): string => {
  const [field] = addressFieldsOf(connector)
  if (error.addressFault !== undefined && field !== undefined) {
    return `${error.endpoint}: the address cannot be used: ${error.addressFault.reason}. Correct ${field} of the credentials.`
  }
  return `${error.message}. ${VendorError.areCredentialsRefused(error) ? REFUSED : advice[error._tag](error, permissions)}`
}

const REFUSED = "The vendor rejected the credentials; enter valid ones."

/** The result of testing one extractor. */
interface Tested {
  /** Why the extractor cannot read, each with what a customer can do about it; empty when it can. */
  readonly problems: ReadonlyArray<string>
  /** The fields that cannot be read, because the vendor refuses optional lookups. */
  readonly unread: ReadonlyArray<Extractor.UnreadFields>
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
          error === null ? [] : [explain(connector, error, list.permissions)]
        ),
        unread: exit.value.flatMap((finding) => Extractor.unreadOf(finding) ?? [])
      }
    }
    const failure = Cause.failureOption(exit.cause)
    if (failure._tag === "Some") {
      return { problems: [explain(connector, failure.value, extractor.permissions)], unread: [] }
    }
    yield* Effect.logError(
      `A connector failed while its credentials were being tested: ${Defect.describe(exit.cause)}.`
    ).pipe(Effect.annotateLogs({ vendor: connector.vendor, endpoint: extractor.endpoint }))
    return {
      problems: [`${extractor.endpoint}: the connector failed. The log of this server has the cause.`],
      unread: []
    }
  })

const unreadMessage = ({ endpoint, fields, kind, permissions, reason }: Extractor.UnreadFields): string =>
  `Not read: ${fields.join(", ")} of ${kind.name} (${endpoint}: ${reason}). Grant ${permissions.join(", ")}.`

/** The message of an export type. It lists each problem once, because a rejected token fails for every list. */
const messageOf = (tested: ReadonlyArray<Tested>): string => {
  const problems = new Set(tested.flatMap((each) => each.problems))
  if (problems.size > 0) return [...problems].join(" ")
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
      yield* withFewRetries(accepted.http)
        .send({ url: connector.check, endpoint: connector.check })
        .pipe(
          Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => timedOut(connector.check) }),
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
      const invalid = dataExportTypes.filter(({ isValid }) => !isValid)
      return {
        isValid: invalid.length === 0,
        message:
          invalid.length === 0
            ? "The credentials can read every data export type."
            : `The credentials cannot read ${invalid.length} of ${dataExportTypes.length} data export types.`,
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
