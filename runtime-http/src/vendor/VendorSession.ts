// vendor: the way to vendors: loaded connectors, credentials, the HTTP client and the addresses it may call.

import type { HttpClient } from "@effect/platform"
import { type Connector, HostPolicy, NormalizedRecord, type RateBudget, VendorHttp } from "@tributary/core"
import { Context, Data, Effect, Layer, ParseResult, Redacted, Schema } from "effect"

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
    /** With credentials that a caller sent: checks them against the connector's form, and gives the JSON to store as well. */
    readonly accept: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<
      { readonly http: VendorHttp.VendorHttp["Type"]; readonly stored: Redacted.Redacted },
      MalformedCredentials
    >
    /** With stored credentials: the JSON that `accept` gave. */
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

const readJson = Schema.decodeUnknown(Schema.parseJson())

const decode = (
  connector: Connector.Connector,
  value: unknown,
  options: { readonly onExcessProperty: "error" | "ignore" }
) => Schema.decodeUnknown(connector.credentials)(value, { errors: "all", ...options })

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

    const connect = (connector: Connector.Connector, credentials: Record<string, unknown>) =>
      Effect.gen(function* () {
        const settings = yield* Effect.try({
          try: () => connector.http(credentials),
          catch: (cause) => sanitized(connector, cause)
        }).pipe(Effect.orDie) // an author's mistake, not a customer's
        return yield* VendorHttp.make(settings).pipe(
          Effect.catchAllDefect((cause) => Effect.die(sanitized(connector, cause))),
          Effect.provide(services)
        )
      })

    const accept: VendorSession["Type"]["accept"] = (connector, sent) =>
      Effect.gen(function* () {
        const credentials = yield* decode(connector, sent, { onExcessProperty: "error" })
        const stored = yield* Schema.encode(connector.credentials)(credentials)
        return { http: yield* connect(connector, credentials), stored: Redacted.make(JSON.stringify(stored)) }
      }).pipe(Effect.mapError(toMalformed))

    const open: VendorSession["Type"]["open"] = (connector, stored) =>
      readJson(Redacted.value(stored)).pipe(
        // Fields that an older release of the connector asked for may still be there.
        Effect.flatMap((json) => decode(connector, json, { onExcessProperty: "ignore" })),
        Effect.mapError(toMalformed),
        Effect.flatMap((credentials) => connect(connector, credentials))
      )

    return VendorSession.of({ accept, open })
  })

export const layer: Layer.Layer<VendorSession, never, HttpClient.HttpClient | RateBudget.RateBudget> = Layer.effect(
  VendorSession,
  make
)
