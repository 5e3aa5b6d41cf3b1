import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/**
 * The regions, without that of Snyk for Government (US), which has no API keys.
 *
 * https://docs.snyk.io/snyk-data-and-governance/regional-hosting-and-data-residency
 */
const REGIONS = ["SNYK-US-01", "SNYK-US-02", "SNYK-EU-01", "SNYK-AU-01"] as const

/** The credentials that a customer enters to connect a Snyk group or organization. */
export const SnykCredentials = Schema.Struct({
  scope: Credentials.choice({
    title: "What to read",
    help: "A group with all of its organizations, or one organization.",
    values: ["GROUP", "ORGANIZATION"],
    example: "GROUP"
  }),
  scope_id: Credentials.text({
    title: "Group ID or organization ID",
    help: "ID of that group or organization, shown in its settings: Settings > General.",
    example: "8d2f6a10-4c3b-4e7d-9a51-6b0c1f2e3d47",
    pattern: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "API key of a service account of that group or organization, shown once when you create it at Settings > Service accounts."
  }),
  region: Credentials.optional(
    Credentials.choice({
      title: "Region",
      help: "Where Snyk hosts your data, as the address of its web UI shows: app.snyk.io is SNYK-US-01, which is used if this is left out; app.us.snyk.io, app.eu.snyk.io and app.au.snyk.io are the others.",
      values: REGIONS,
      example: "SNYK-EU-01"
    })
  ),
  base_url: Credentials.optional(
    Credentials.baseUrl({
      title: "API address",
      help: "Only for a single-tenant deployment (Snyk Private Cloud): the address of its API without /rest, which then replaces the region.",
      example: "https://api.acme.example"
    })
  )
})
/** The decoded credentials. */
export interface SnykCredentials extends Schema.Schema.Type<typeof SnykCredentials> {}

/** The addresses of the API: https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api#api-urls */
const ADDRESSES: Readonly<Record<(typeof REGIONS)[number], string>> = {
  "SNYK-US-01": "https://api.snyk.io",
  "SNYK-US-02": "https://api.us.snyk.io",
  "SNYK-EU-01": "https://api.eu.snyk.io",
  "SNYK-AU-01": "https://api.au.snyk.io"
}

/** The address of the API that the credentials name. */
export const addressOf = ({ base_url, region }: Pick<SnykCredentials, "base_url" | "region">): string =>
  base_url ?? ADDRESSES[region ?? "SNYK-US-01"]

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the group (Snyk's API is part of the Enterprise plan): Group settings > General: copy the group's ID. For one organization, copy the ID of the organization from its own settings.",
  "Create a role with the permissions of the data that you want.",
  "Group settings > Service accounts: create a service account for this connection only, with that role and an API key. Copy the key, which is shown only once."
]
