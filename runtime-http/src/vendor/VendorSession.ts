// vendor: everything for calling vendors: the loaded connectors, credentials, the HTTP client and the addresses it may call.

import { HttpClient } from "@effect/platform"
import {
  AnswerMemory,
  Authentication,
  type Connector,
  Credentials,
  Decode,
  HostPolicy,
  type RateBudget,
  VendorHttp
} from "@tributary/core"
import { Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { nearestName } from "../NearestName.js"
import * as TenantFingerprint from "../TenantFingerprint.js"
import { Metrics } from "../telemetry/Metrics.js"
import { AddressCheck } from "./network/AddressPolicy.js"
import { OAuth2Clients } from "./oauth2/OAuth2Clients.js"
import * as OwnClients from "./oauth2/OwnClients.js"
import { RateCaps } from "./RateCaps.js"
import * as RequestCounts from "./RequestCounts.js"
import { VendorAccount } from "./VendorAccount.js"

/** One invalid field of the credentials, without its value. */
export interface CredentialIssue {
  /** The field, as the path to it; empty for the credentials as a whole. */
  readonly path: ReadonlyArray<string>
  /** What was expected. */
  readonly message: string
}

/** The credentials do not match the connector's schema; the issues name the fields and what was expected. */
export class MalformedCredentials extends Data.TaggedError("MalformedCredentials")<{
  readonly issues: ReadonlyArray<CredentialIssue>
}> {
  override get message() {
    return this.issues
      .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
      .join("; ")
  }
}

/** An address in the credentials does not lead to the vendor's API; the issues name its field and say what is wrong. */
export class AddressInvalid extends Data.TaggedError("AddressInvalid")<{
  readonly issues: ReadonlyArray<CredentialIssue>
}> {}

/** The issue of a field whose address cannot be used. */
export const addressIssue = (field: string, reason: string): CredentialIssue => ({
  path: [field],
  message: `This address cannot be used: ${reason}`
})

/** The fields of a connector's credentials that are addresses. */
export const addressFieldsOf = ({ credentials }: Connector.Connector): ReadonlyArray<string> =>
  Object.entries(credentials.fields).flatMap(([name, { credential }]) => (credential.type === "base_url" ? [name] : []))

/** Credentials that match the schema of their connector, and the vendor's API, opened with them. */
export interface Accepted {
  readonly http: VendorHttp.VendorHttp["Type"]
  /** The tenant to which the credentials lead; asks the vendor if it has to. */
  readonly tenant: Effect.Effect<TenantFingerprint.TenantFingerprint>
  /** The JSON to store. */
  readonly stored: Redacted.Redacted
  /** The field whose address leads to this host; null if the customer did not enter the host. */
  readonly fieldOfHost: (host: string) => string | null
  /** The host to which requests of this endpoint go. */
  readonly hostOfEndpoint: (endpoint: string) => string
}

/** A vendor's API, opened with the credentials of a connection. */
export interface Session {
  readonly http: VendorHttp.VendorHttp["Type"]
  /** The tenant to which the credentials lead; asks the vendor if it has to, once. */
  readonly tenant: Effect.Effect<TenantFingerprint.TenantFingerprint>
}

/** Opens a vendor's API with a connection's credentials, for the `VendorAccount`, whose share of memory long answers take. */
export class VendorSession extends Context.Tag("@tributary/runtime-http/VendorSession")<
  VendorSession,
  {
    /** Checks the credentials that a caller sent against the connector's schema, and their addresses, then opens the API with them. */
    readonly accept: (
      connector: Connector.Connector,
      credentials: unknown
    ) => Effect.Effect<Accepted, MalformedCredentials | AddressInvalid>
    /** Opens the API with stored credentials, the JSON that `accept` returned. */
    readonly open: (
      connector: Connector.Connector,
      credentials: Redacted.Redacted
    ) => Effect.Effect<Session, MalformedCredentials>
  }
>() {}

const toMalformed =
  (connector: Connector.Connector) =>
  ({ problems }: Credentials.InvalidCredentials): MalformedCredentials =>
    new MalformedCredentials({
      issues: problems.map(({ expected, isUnknown, path }) => ({
        path,
        message: isUnknown ? unknownField(connector, path.join(".")) : expected
      }))
    })

/** Names the field that a misspelled one most likely stands for, and all that there are. */
const unknownField = ({ credentials }: Connector.Connector, name: string): string => {
  const names = Object.keys(credentials.fields)
  const nearest = nearestName(name, names)
  return ["Unknown field.", ...(nearest === null ? [] : [`Did you mean ${nearest}?`]), fieldsOf(names)].join(" ")
}

const fieldsOf = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "There are no fields." : `The fields are ${names.join(", ")}.`

const readJson = (text: string): Effect.Effect<unknown, MalformedCredentials> =>
  Effect.try({
    try: () => JSON.parse(text),
    catch: () => new MalformedCredentials({ issues: [{ path: [], message: "Expected JSON" }] })
  })

const decode = (connector: Connector.Connector, value: unknown, unknownFields: "refuse" | "ignore") =>
  Effect.mapError(Credentials.decode(connector.credentials, value, { unknownFields }), toMalformed(connector))

/** The credentials that a caller sent, as they are stored; fails if they do not match the connector's schema. */
export const normalized = (
  connector: Connector.Connector,
  sent: unknown
): Effect.Effect<Readonly<Record<string, string | null>>, MalformedCredentials> =>
  Effect.flatMap(decode(connector, sent, "refuse"), (credentials) => encode(connector, credentials))

const encode = (connector: Connector.Connector, credentials: Record<string, unknown>) =>
  Effect.catchAll(Schema.encode(connector.credentials)(credentials), () =>
    Effect.die(new Error(`The credentials of ${connector.vendor} cannot be encoded. This is a bug in the connector.`))
  )

/** Keeps only the name of an error that a connector threw: its message may quote the credentials. */
const sanitized = (connector: Connector.Connector, cause: unknown): Error =>
  new Error(
    `The http settings of ${connector.vendor} threw ${cause instanceof Error ? cause.name : "a value"}. This is a bug in the connector.`
  )

/** Creates the service. */
export const make: Effect.Effect<VendorSession["Type"], never, HttpClient.HttpClient | RateBudget.RateBudget> =
  Effect.gen(function* () {
    const context = yield* Effect.context<HttpClient.HttpClient | RateBudget.RateBudget>()
    const client = Context.get(context, HttpClient.HttpClient)
    const metrics = yield* Metrics
    const installed = yield* Authentication.HeldTokens
    // References have defaults, so the loss of one of these five on the way to a request would show nowhere.
    const services = context.pipe(
      Context.add(AnswerMemory.AnswerMemory, yield* AnswerMemory.AnswerMemory),
      Context.add(Decode.AnswerBounds, yield* Decode.AnswerBounds),
      Context.add(HostPolicy.HostPolicy, yield* HostPolicy.HostPolicy),
      Context.add(HostPolicy.HostOverrides, yield* HostPolicy.HostOverrides)
    )

    const caps = yield* RateCaps
    const clients = yield* OAuth2Clients
    const checkAddress = yield* AddressCheck

    /** The addresses in the credentials by their fields. */
    const addressesIn = (
      connector: Connector.Connector,
      stored: Readonly<Record<string, unknown>>
    ): ReadonlyMap<string, URL> =>
      new Map(
        addressFieldsOf(connector).flatMap((field) => {
          const value = stored[field]
          return typeof value === "string" ? [[field, new URL(value)] as const] : []
        })
      )

    /** Refuses addresses that no request could reach, before anything is sent. */
    const checkAddresses = (addresses: ReadonlyMap<string, URL>) =>
      Effect.gen(function* () {
        const issues: Array<CredentialIssue> = []
        for (const [field, url] of addresses) {
          const reason = yield* checkAddress(url)
          if (reason !== null) issues.push(addressIssue(field, reason))
        }
        if (issues.length > 0) return yield* new AddressInvalid({ issues })
      })

    const connect = (
      connector: Connector.Connector,
      credentials: Record<string, unknown>,
      addresses: ReadonlyMap<string, URL>
    ) =>
      Effect.gen(function* () {
        const made = yield* Effect.try({
          try: () => connector.http(credentials),
          catch: (cause) => sanitized(connector, cause)
        }).pipe(Effect.orDie) // a bug in the connector, not a mistake of the customer
        const { held: unset, settings } = OwnClients.prepared(clients, connector, credentials, made)
        const rateCap = caps.get(connector.vendor)
        const entered = new Set([...addresses.values()].map(({ host }) => host))
        const capped = rateCap === undefined ? settings : { ...settings, rateCap }
        // Whoever checks tokens that are not stored yet brings them along.
        const held = unset ?? (yield* Authentication.HeldTokens) ?? installed
        const http = yield* VendorHttp.make(capped, (host) => entered.has(host), yield* VendorAccount).pipe(
          Effect.catchAllDefect((cause) => Effect.die(sanitized(connector, cause))),
          Effect.provideService(HttpClient.HttpClient, RequestCounts.counting(metrics, connector.vendor)(client)),
          Effect.provide(Context.add(services, Authentication.HeldTokens, held))
        )
        const tenant = Effect.map(http.tenant.id, (id) => TenantFingerprint.of(settings, id))
        return { http, settings, tenant }
      })

    const accept: VendorSession["Type"]["accept"] = (connector, sent) =>
      Effect.gen(function* () {
        const credentials = yield* decode(connector, OwnClients.filled(clients, connector, sent), "refuse")
        const stored = yield* encode(connector, credentials)
        const addresses = addressesIn(connector, stored)
        yield* checkAddresses(addresses)
        const { http, settings, tenant } = yield* connect(connector, credentials, addresses)
        const { auth, baseUrl } = settings
        return {
          http,
          tenant,
          stored: Redacted.make(JSON.stringify(stored)),
          fieldOfHost: (host) => [...addresses].find(([, url]) => url.host === host)?.[0] ?? null,
          hostOfEndpoint: (endpoint) =>
            new URL(auth !== undefined && Authentication.endpointOf(auth) === endpoint ? auth.url : baseUrl).host
        } satisfies Accepted
      })

    const open: VendorSession["Type"]["open"] = (connector, stored) =>
      Effect.gen(function* () {
        const json = yield* readJson(Redacted.value(stored))
        // Excess fields are accepted: an older release of the connector may have stored them.
        const credentials = yield* decode(connector, OwnClients.filled(clients, connector, json), "ignore")
        return { credentials, addresses: addressesIn(connector, json as Readonly<Record<string, unknown>>) }
      }).pipe(
        Effect.flatMap(({ addresses, credentials }) =>
          Effect.map(
            connect(connector, credentials, addresses),
            ({ http, tenant }): Session => ({
              tenant,
              http
            })
          )
        )
      )

    return VendorSession.of({ accept, open })
  })

/** Sessions over the HTTP client and rate budget of this process. */
export const layer: Layer.Layer<VendorSession, never, HttpClient.HttpClient | RateBudget.RateBudget> = Layer.effect(
  VendorSession,
  make
)
