import { type OAuth2, SignedJwt } from "@tributary/core"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Context, Either, Redacted, Schema } from "effect"

/** The client with which this service is registered at a vendor. */
export type OAuth2Client = OAuth2Protocol.OAuth2Client

/** The clients by the vendors of connectors. */
export type Clients = ReadonlyMap<string, OAuth2Client>

/** The clients of this installation; none by default. */
export class OAuth2Clients extends Context.Reference<OAuth2Clients>()("@tributary/runtime-http/OAuth2Clients", {
  defaultValue: (): Clients => new Map()
}) {}

const Named = Schema.parseJson(
  Schema.Record({
    key: Schema.NonEmptyString,
    value: Schema.Struct({
      client_id: Schema.NonEmptyString,
      client_secret: Schema.NonEmptyString,
      private_key: Schema.optionalWith(Schema.String.pipe(Schema.filter(SignedJwt.isPrivateKey)), { exact: true }),
      app_slug: Schema.optionalWith(Schema.String.pipe(Schema.pattern(/^[\w-]+$/)), { exact: true })
    })
  })
)

const read = Schema.decodeUnknownEither(Named, { onExcessProperty: "error" })

/** What the settings lack of what a consent needs, in words that follow the name of the setting; null if they lack nothing. */
export const lacking = (
  clients: Clients,
  { name, vendor }: { readonly name: string; readonly vendor: string },
  { ownClient }: OAuth2
): string | null => {
  const client = clients.get(vendor)
  if (client === undefined) return `has no OAuth client of ${name}`
  const present = { private_key: client.privateKey, app_slug: client.appSlug }
  const lacks = (ownClient?.needs ?? []).filter((need) => present[need] === undefined)
  return lacks.length === 0 ? null : `lacks ${lacks.join(" and ")} of ${name}`
}

/** Reads `{"<vendor>":{"client_id":"...","client_secret":"..."}}`; what is wrong with it never quotes it. */
export const parse = (text: Redacted.Redacted): Either.Either<Clients, string> =>
  read(Redacted.value(text)).pipe(
    Either.mapBoth({
      onLeft: () =>
        'expected JSON such as {"<vendor>":{"client_id":"...","client_secret":"..."}}, with the vendor of a connector for each client; private_key is a key in PEM without a passphrase, and app_slug has letters, digits and dashes',
      onRight: (named) =>
        new Map(
          Object.entries(named).map(([vendor, { app_slug, client_id, client_secret, private_key }]) => [
            vendor,
            {
              clientId: client_id,
              clientSecret: Redacted.make(client_secret),
              ...(private_key === undefined ? {} : { privateKey: Redacted.make(private_key) }),
              ...(app_slug === undefined ? {} : { appSlug: app_slug })
            }
          ])
        )
    })
  )
