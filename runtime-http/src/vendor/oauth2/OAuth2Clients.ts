import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Context, Either, Redacted, Schema } from "effect"

/** The clients by the vendors of connectors. */
export type Clients = ReadonlyMap<string, OAuth2Protocol.OAuth2Client>

/** The clients of this installation; none by default. */
export class OAuth2Clients extends Context.Reference<OAuth2Clients>()("@tributary/runtime-http/OAuth2Clients", {
  defaultValue: (): Clients => new Map()
}) {}

const Named = Schema.parseJson(
  Schema.Record({
    key: Schema.NonEmptyString,
    value: Schema.Struct({ client_id: Schema.NonEmptyString, client_secret: Schema.NonEmptyString })
  })
)

const read = Schema.decodeUnknownEither(Named, { onExcessProperty: "error" })

/** Reads `{"<vendor>":{"client_id":"...","client_secret":"..."}}`; what is wrong with it never quotes it. */
export const parse = (text: Redacted.Redacted): Either.Either<Clients, string> =>
  read(Redacted.value(text)).pipe(
    Either.mapBoth({
      onLeft: () =>
        'expected JSON such as {"<vendor>":{"client_id":"...","client_secret":"..."}}, with the vendor of a connector for each client',
      onRight: (named) =>
        new Map(
          Object.entries(named).map(([vendor, { client_id, client_secret }]) => [
            vendor,
            { clientId: client_id, clientSecret: Redacted.make(client_secret) }
          ])
        )
    })
  )
