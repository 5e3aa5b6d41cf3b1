import { Credentials } from "@tributary/core"
import { Redacted, Schema } from "effect"

/** What the connectors of all stand-ins have in common. */
export const definition = {
  category: "TEST",
  authType: "API_KEY",
  docsUrl: "https://stand-in.example/docs",
  credentials: Schema.Struct({
    base_url: Credentials.baseUrl({ title: "Address", help: "The customer's address at the stand-in." }),
    api_key: Credentials.secret({ title: "API key", help: "The customer's key." })
  }),
  check: "/check"
}

/** How requests reach the stand-in. */
export const http = ({ api_key, base_url }: Schema.Schema.Type<(typeof definition)["credentials"]>) => ({
  baseUrl: base_url,
  headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) }
})
