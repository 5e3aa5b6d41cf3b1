import type { HttpClient } from "@effect/platform"
import { type Connector, HostPolicy, NormalizedRecord, type RateBudget, VendorHttp } from "@tributary/core"
import { Context, Data, Effect, Either, Layer, ParseResult, Redacted, Schema } from "effect"

/** One field of the credentials that cannot be used, without its value. */
export interface CredentialIssue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** The credentials have not the form that the connector asks for: which fields, and what was expected. */
export class MalformedCredentials extends Data.TaggedError("MalformedCredentials")<{
  readonly issues: ReadonlyArray<CredentialIssue>
}> {
  override get message() {
    return this.issues
      .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
      .join("; ")
  }
}

/** Opens the door to a vendor's tenant with a connection's credentials. */
export class VendorSession extends Context.Tag("@tributary/runtime-http/VendorSession")<
  VendorSession,
  {
    /** Checks what a caller sent against the connector's form; gives the JSON to store. */
    readonly encode: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<Redacted.Redacted, MalformedCredentials>
    /** Takes the JSON that `encode` gave. */
    readonly open: (
      connector: Connector.Connector,
      credentials: Redacted.Redacted
    ) => Effect.Effect<VendorHttp.VendorHttp["Type"], MalformedCredentials>
  }
>() {}

/** A parse error prints the secrets it stumbled over: what leaves is the path and what was expected there. */
const toMalformed = (error: ParseResult.ParseError): MalformedCredentials =>
  new MalformedCredentials({
    issues: ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => ({
      path: issue.path.map(String),
      message: NormalizedRecord.expected(issue, error.issue.actual)
    }))
  })

const readJson = Schema.decodeUnknownEither(Schema.parseJson())

/** The error of an author's function may quote the credentials it was given: what leaves is its name. */
const sanitized = (connector: Connector.Connector, cause: unknown): Error =>
  new Error(`The http settings of ${connector.vendor} threw ${cause instanceof Error ? cause.name : "a value"}.`)

export const make: Effect.Effect<VendorSession["Type"], never, HttpClient.HttpClient | RateBudget.RateBudget> =
  Effect.gen(function* () {
    const context = yield* Effect.context<HttpClient.HttpClient | RateBudget.RateBudget>()
    // A reference has a default, so nothing would tell if what was given to this layer got lost on its way to a request.
    const services = context.pipe(
      Context.add(HostPolicy.HostPolicy, yield* HostPolicy.HostPolicy),
      Context.add(HostPolicy.HostOverrides, yield* HostPolicy.HostOverrides)
    )

    const encode: VendorSession["Type"]["encode"] = (connector, credentials) =>
      Schema.decodeUnknown(connector.credentials)(credentials, { errors: "all", onExcessProperty: "error" }).pipe(
        Effect.flatMap(Schema.encode(connector.credentials)),
        Effect.map((encoded) => Redacted.make(JSON.stringify(encoded))),
        Effect.mapError(toMalformed)
      )

    const open: VendorSession["Type"]["open"] = (connector, credentials) =>
      Effect.gen(function* () {
        // Fields that an older release of the connector asked for may still be there.
        const decoded = Either.flatMap(readJson(Redacted.value(credentials)), (read) =>
          Schema.decodeUnknownEither(connector.credentials)(read, { errors: "all" })
        )
        if (Either.isLeft(decoded)) return yield* toMalformed(decoded.left)
        const settings = yield* Effect.try({
          try: () => connector.http(decoded.right),
          catch: (cause) => sanitized(connector, cause)
        }).pipe(Effect.orDie) // an author's mistake, not a customer's
        return yield* VendorHttp.make(settings).pipe(
          Effect.catchAllDefect((cause) => Effect.die(sanitized(connector, cause))),
          Effect.provide(services)
        )
      })

    return VendorSession.of({ encode, open })
  })

export const layer: Layer.Layer<VendorSession, never, HttpClient.HttpClient | RateBudget.RateBudget> = Layer.effect(
  VendorSession,
  make
)
