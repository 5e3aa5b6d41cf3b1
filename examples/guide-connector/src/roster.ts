import { Connector } from "@tributary/core"
import { RosterCredentials, setupSteps } from "./credentials.js"
import { groups } from "./exports/idp.groups.js"
import { users } from "./exports/idp.users.js"
import { core, version } from "./version.generated.js"

/** The connector for Roster, an invented directory of people: https://roster.example/api */
export const roster = Connector.make({
  vendor: "ROSTER",
  name: "Roster",
  version,
  core,
  description: "An invented directory: people and teams.",
  category: "IDP",
  authType: "API_KEY",
  docsUrl: "https://roster.example/api",
  credentials: RosterCredentials,
  setupSteps,
  http: ({ api_key, base_url }) => ({ baseUrl: base_url, headers: { "x-api-key": api_key } }),
  check: "/v1/teams?limit=1",
  exports: { idp: [users, groups] }
})
