import { Connector, type DataExportType, Extractor, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Context, Effect, Exit, Layer, type Redacted, Schedule } from "effect"
import { type MalformedCredentials, VendorSession } from "./VendorSession.js"

/** Which export types the credentials can read. */
export interface TestReport {
  readonly isValid: boolean
  readonly message: string
  readonly dataExportTypes: ReadonlyArray<{
    readonly dataExportType: DataExportType
    readonly isValid: boolean
    readonly message: string
  }>
}

/** Asks a vendor about credentials without storing anything. */
export class CredentialTest extends Context.Tag("@tributary/runtime-http/CredentialTest")<
  CredentialTest,
  {
    /** Decodes what a caller sent and proves it with the connector's `check`; gives the JSON to store. */
    readonly check: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<Redacted.Redacted, MalformedCredentials | VendorError.VendorError>
    /** Asks each list of every export type for as little as it gives. */
    readonly test: (
      connector: Connector.Connector,
      credentials: Redacted.Redacted
    ) => Effect.Effect<TestReport, MalformedCredentials>
  }
>() {}

/** Somebody waits for the answer. */
const TIME_LIMIT = "15 seconds"
const FIRST_PAUSE = "500 millis"
const RETRIES = 2
/** Lists read at once while testing: enough to be quick, few enough for the smallest rate limits. */
const EXTRACTORS_AT_ONCE = 4

/** The same door with less patience than a job has. */
const impatient = (http: VendorHttp.VendorHttp["Type"]): VendorHttp.VendorHttp["Type"] => ({
  ...http,
  send: (request) =>
    http.send({ ...request, isRepeatable: false }).pipe(
      Effect.retry({
        times: RETRIES,
        schedule: Schedule.exponential(FIRST_PAUSE),
        while: (error) => error._tag === "ServerError" && (request.method ?? "GET") === "GET"
      })
    )
})

const late = (endpoint: string) =>
  new VendorError.ServerError({ endpoint, status: null, detail: "did not answer in time" })

/** What a customer can do about a failure, by what failed. */
const advice: Readonly<Record<VendorError.VendorError["_tag"], (permissions: ReadonlyArray<string>) => string>> = {
  Unauthorized: (permissions) =>
    permissions.length === 0 ? "the credentials are refused" : `missing permission, grant ${permissions.join(", ")}`,
  RateLimited: () => "the vendor limits how much may be asked, test again later",
  ServerError: () => "the vendor is not well, test again later",
  ClientError: () => "the vendor does not understand the request, check the address and the plan of the account",
  BadPayload: () => "the vendor's answer is not what the connector expects, check the address",
  CheckpointExpired: () => "the vendor's answer is not what the connector expects, test again"
}

const explain = (error: VendorError.VendorError, permissions: ReadonlyArray<string>): string =>
  `${error.message}: ${VendorError.areCredentialsRefused(error) ? REFUSED : advice[error._tag](permissions)}.`

const REFUSED = "the credentials are refused, enter valid ones"

/** What a test of one extractor has shown. */
interface Tested {
  /** Why it cannot be read, each with what a customer can do about it. */
  readonly problems: ReadonlyArray<string>
  /** Permissions without which it can be read, some of its fields empty. */
  readonly without: ReadonlyArray<string>
}

const testExtractor = (
  http: VendorHttp.VendorHttp["Type"],
  connector: Connector.Connector,
  extractor: Extractor.Any
): Effect.Effect<Tested> =>
  Effect.gen(function* () {
    let asked = extractor.endpoint
    const noted: VendorHttp.VendorHttp["Type"] = {
      ...http,
      send: (request) => {
        asked = request.endpoint
        return http.send(request)
      }
    }
    // The records that a test reads go nowhere, so their owner needs no connection.
    const owner = { connectionId: "00000000-0000-0000-0000-000000000000", vendor: connector.vendor }
    const exit = yield* Extractor.checkAccess(extractor, owner).pipe(
      Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => late(asked) }),
      Effect.provideService(VendorHttp.VendorHttp, noted),
      Effect.exit
    )
    if (Exit.isSuccess(exit)) {
      const failed = exit.value.filter((finding) => !Extractor.isHarmless(finding))
      const refused = exit.value.filter(
        (finding) => Extractor.isHarmless(finding) && finding.error?._tag === "Unauthorized"
      )
      return {
        problems: failed.flatMap(({ error, list }) => (error === null ? [] : [explain(error, list.permissions)])),
        without: refused.flatMap(({ list }) => list.permissions)
      }
    }
    const failure = Cause.failureOption(exit.cause)
    if (failure._tag === "Some") return { problems: [explain(failure.value, extractor.permissions)], without: [] }
    yield* Effect.logError("A connector failed while its credentials were tested.", exit.cause).pipe(
      Effect.annotateLogs({ vendor: connector.vendor, endpoint: extractor.endpoint })
    )
    return { problems: [`${extractor.endpoint}: the connector failed.`], without: [] }
  })

/** What is said of an export type: each problem once, since a refused token refuses every list. */
const messageOf = (tested: ReadonlyArray<Tested>): string => {
  const problems = new Set(tested.flatMap((each) => each.problems))
  if (problems.size > 0) return [...problems].join(" ")
  const without = new Set(tested.flatMap((each) => each.without))
  if (without.size === 0) return "The credentials can read it."
  return `The credentials can read it; without ${[...without].join(", ")} some fields stay empty.`
}

export const make: Effect.Effect<CredentialTest["Type"], never, VendorSession> = Effect.gen(function* () {
  const session = yield* VendorSession

  const check: CredentialTest["Type"]["check"] = (connector, credentials) =>
    Effect.gen(function* () {
      const { http, stored } = yield* session.accept(connector, credentials)
      yield* impatient(http)
        .send({ url: connector.check, endpoint: connector.check })
        .pipe(Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => late(connector.check) }))
      return stored
    }).pipe(Effect.withSpan("connection.check", { attributes: { "tributary.vendor": connector.vendor } }))

  const test: CredentialTest["Type"]["test"] = (connector, credentials) =>
    Effect.gen(function* () {
      const http = impatient(yield* session.open(connector, credentials))
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
          message: messageOf(parts)
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
    }).pipe(Effect.withSpan("connection.test", { attributes: { "tributary.vendor": connector.vendor } }))

  return CredentialTest.of({ check, test })
})

export const layer: Layer.Layer<CredentialTest, never, VendorSession> = Layer.effect(CredentialTest, make)
