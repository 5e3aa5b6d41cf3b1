import { Credentials } from "@tributary/core"
import { Redacted, Schema } from "effect"

/** What the connectors of all stand-ins have in common. */
export const definition = {
  category: "IDP" as const,
  authType: "API_KEY" as const,
  docsUrl: "https://stand-in.example/docs",
  credentials: Schema.Struct({
    base_url: Credentials.baseUrl({ title: "Address", help: "The customer's address at the stand-in." }),
    api_key: Credentials.secret({ title: "API key", help: "The customer's key." })
  }),
  check: "/check"
}

type StandInCredentials = Schema.Schema.Type<(typeof definition)["credentials"]>

/** How requests reach the stand-in. */
export const http = ({ api_key, base_url }: StandInCredentials) => ({
  baseUrl: base_url,
  headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) }
})

/** The same for a stand-in that never answers some requests, which then cost seconds and not minutes. */
export const impatientHttp = (credentials: StandInCredentials) => ({
  ...http(credentials),
  timeout: "4 seconds" as const
})
