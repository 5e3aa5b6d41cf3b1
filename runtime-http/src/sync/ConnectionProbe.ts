import { Connector, type DataExportType, Extractor, VendorError, VendorHttp } from "@tributary/core"
import { Cause, Context, Effect, Exit, Layer, type Redacted, Schedule } from "effect"
import { type MalformedCredentials, VendorSession } from "./VendorSession.js"

export { MalformedCredentials } from "./VendorSession.js"

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
export class ConnectionProbe extends Context.Tag("@tributary/runtime-http/ConnectionProbe")<
  ConnectionProbe,
  {
    /** Decodes what a caller sent and proves it with the connector's `check`; gives the JSON to store. */
    readonly check: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<Redacted.Redacted, MalformedCredentials | VendorError.VendorError>
    /** Reads the first page of every export type. */
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
const PROBES_AT_ONCE = 4

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

/** Null where the list can be read, else what a customer can do about it. */
const probe = (
  http: VendorHttp.VendorHttp["Type"],
  connector: Connector.Connector,
  extractor: Extractor.Any
): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    const { endpoint } = extractor
    let answers = 0
    const counted: VendorHttp.VendorHttp["Type"] = {
      ...http,
      send: (request) => Effect.tap(http.send(request), () => (answers += 1))
    }
    // The records of a probe go nowhere, so their owner needs no connection.
    const owner = { connectionId: "00000000-0000-0000-0000-000000000000", vendor: connector.vendor }
    const exit = yield* Extractor.probe(extractor, owner).pipe(
      Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => late(endpoint) }),
      // A first page whose rows are looked up one by one may take longer; its answer has shown what was asked.
      Effect.catchTag("ServerError", (error) =>
        answers > 0 && error.status === null ? Effect.void : Effect.fail(error)
      ),
      Effect.provideService(VendorHttp.VendorHttp, counted),
      Effect.exit
    )
    if (Exit.isSuccess(exit)) return null
    const failure = Cause.failureOption(exit.cause)
    if (failure._tag === "Some") return explain(failure.value, extractor)
    yield* Effect.logError("A connector failed while its credentials were tested.", exit.cause).pipe(
      Effect.annotateLogs({ vendor: connector.vendor, endpoint })
    )
    return `${endpoint}: the connector failed.`
  })

const explain = (error: VendorError.VendorError, extractor: Extractor.Any): string => {
  if (error._tag !== "Unauthorized") return `${error.message}.`
  if (error.status === 401 || extractor.permissions.length === 0)
    return `${error.message}: the credentials are refused.`
  return `${error.message}: missing permission, expected ${extractor.permissions.join(", ")}.`
}

export const make: Effect.Effect<ConnectionProbe["Type"], never, VendorSession> = Effect.gen(function* () {
  const session = yield* VendorSession

  const check: ConnectionProbe["Type"]["check"] = (connector, credentials) =>
    Effect.gen(function* () {
      const encoded = yield* session.encode(connector, credentials)
      const http = impatient(yield* session.open(connector, encoded))
      yield* http
        .send({ url: connector.check, endpoint: connector.check })
        .pipe(Effect.timeoutFail({ duration: TIME_LIMIT, onTimeout: () => late(connector.check) }))
      return encoded
    }).pipe(Effect.withSpan("connection.check", { attributes: { "tributary.vendor": connector.vendor } }))

  const test: ConnectionProbe["Type"]["test"] = (connector, credentials) =>
    Effect.gen(function* () {
      const http = impatient(yield* session.open(connector, credentials))
      const probes = yield* Effect.forEach(
        Connector.extractorsOf(connector),
        ([exportType, extractor]) =>
          Effect.map(probe(http, connector, extractor), (problem) => ({ exportType, problem })),
        { concurrency: PROBES_AT_ONCE }
      )
      const dataExportTypes = Connector.exportTypesOf(connector).map((dataExportType) => {
        const problems = probes.flatMap(({ exportType, problem }) =>
          exportType === dataExportType && problem !== null ? [problem] : []
        )
        const isValid = problems.length === 0
        return { dataExportType, isValid, message: isValid ? "The credentials can read it." : problems.join(" ") }
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

  return ConnectionProbe.of({ check, test })
})

export const layer: Layer.Layer<ConnectionProbe, never, VendorSession> = Layer.effect(ConnectionProbe, make)
