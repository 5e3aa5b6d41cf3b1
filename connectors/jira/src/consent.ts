import { type Authentication, ConsentVisit, Credentials, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"

/** The address of Atlassian's API gateway, behind which each site has its cloud ID. */
export const GATEWAY = "https://api.atlassian.com/ex/jira"

/** The scope without which a site is not one of Jira: the same account can also allow access to Confluence. */
const READ_WORK = "read:jira-work"

/** A site to which the token has access. */
interface Site {
  readonly id: string
  readonly url: string
}

const hostOf = (address: string): string => {
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return URL.canParse(full) ? new URL(full).host : address.toLowerCase()
}

const siteOf = (row: unknown): ReadonlyArray<Site> => {
  const [id, url, scopes] = ["id", "url", "scopes"].map((name) => Pagination.at(row, name))
  return typeof id === "string" && typeof url === "string" && Array.isArray(scopes) && scopes.includes(READ_WORK)
    ? [{ id, url }]
    : []
}

/** The sites of Jira to which a token has access, each once: https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ */
export const sitesIn = (body: unknown): ReadonlyArray<Site> =>
  Array.isArray(body) ? [...new Map(body.flatMap(siteOf).map((site) => [site.id, site])).values()] : []

const addresses = (sites: ReadonlyArray<Site>): string => sites.map(({ url }) => url).join(", ")

/** Why none of the sites is the one of the connection; only the customer reads the names of the others. */
const mistakeIn = (sites: ReadonlyArray<Site>, wanted: string | null): ConsentVisit.Unproven => {
  if (sites.length === 0) {
    return new ConsentVisit.Unproven({
      text: "Atlassian names no Jira site that you have allowed this service to read. Try again as a user of the site, and choose it on Atlassian's page."
    })
  }
  if (wanted === null) {
    const sentence = (which: string) =>
      `You have allowed this service to read several Jira sites${which}. Enter the address of one of them as the site of the connection, and try again.`
    return new ConsentVisit.Unproven({ text: sentence(`: ${addresses(sites)}`), withoutNames: sentence("") })
  }
  const sentence = (which: string) =>
    `You have not allowed this service to read ${wanted}, but ${which}. Try again and choose ${wanted} on Atlassian's page, or correct the site of the connection.`
  return new ConsentVisit.Unproven({ text: sentence(addresses(sites)), withoutNames: sentence("others") })
}

/** Chooses the site of a connection: the one that was entered, or the only one. */
const chosen = (sites: ReadonlyArray<Site>, entered: unknown): Effect.Effect<Site, ConsentVisit.Unproven> => {
  const wanted = typeof entered === "string" && entered !== "" ? hostOf(entered) : null
  const [first, ...others] = wanted === null ? sites : sites.filter(({ url }) => hostOf(url) === wanted)
  return first !== undefined && others.length === 0 ? Effect.succeed(first) : mistakeIn(sites, wanted)
}

/** Finds the cloud ID of the site with the token of whoever has consented. */
export const proof: ConsentVisit.Proof = {
  facts: ["cloud_id"],
  of: ({ fields, get }) =>
    Effect.gen(function* () {
      const { body, status } = yield* get("https://api.atlassian.com/oauth/token/accessible-resources")
      if (status !== 200 || !Array.isArray(body)) {
        return yield* new ConsentVisit.Unproven({
          text: `Atlassian did not tell for which site you have consented: it answered ${status}. Try again later.`
        })
      }
      const { id } = yield* chosen(sitesIn(body), fields["site"])
      return { cloud_id: id }
    })
}

/** How the operator of a service registers its app for all customers: https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ */
const registrationSteps: ReadonlyArray<string> = [
  "developer.atlassian.com > Developer console > Create > OAuth 2.0 integration: choose the name that customers will read.",
  "Permissions > Jira API > Add, then Configure: add the scopes read:jira-work, read:jira-user and write:jira-work of the classic ones, and read:group:jira of the granular ones.",
  "Authorization > OAuth 2.0 (3LO) > Add: enter the redirect address of this service, which is the first of TRIBUTARY_BASE_URLS followed by /oauth2/callback.",
  "Distribution > Edit > Sharing: without it, only you can consent.",
  "Settings: set the Client ID and the Secret in TRIBUTARY_OAUTH_CLIENTS."
]

/**
 * The consent of a user: https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 *
 * It ends after 90 days without a renewal of its tokens, and after 365 days in any case:
 * https://community.developer.atlassian.com/t/refresh-token-expire-after-36000-seconds/60806/2
 */
const consent: Credentials.CredentialField<Authentication.TokenSource> = Credentials.oauth2({
  title: "Sign in with Atlassian",
  help: "A user of the site allows this service to read what the user can read, and to create tickets.",
  authorizeUrl: "https://auth.atlassian.com/authorize",
  tokenUrl: "https://auth.atlassian.com/oauth/token",
  // Atlassian has no classic scope that only reads groups.
  scopes: [READ_WORK, "read:jira-user", "read:group:jira", "write:jira-work", "offline_access"],
  authorizeParameters: { audience: "api.atlassian.com", prompt: "consent" },
  proof,
  registrationSteps
})

/** What a customer enters besides, and what the consent proves. */
export const JiraConsent = Schema.Struct({
  site: Credentials.optional(
    Credentials.text({
      title: "Site",
      help: "Address of the Jira site as the browser shows it; only needed if the account has allowed this service to read several sites.",
      example: "https://acme.atlassian.net",
      pattern: /^(https:\/\/)?[\w-]+(\.[\w-]+)+\/?$/i
    })
  ),
  consent,
  cloud_id: Credentials.fact({
    title: "Cloud ID",
    help: "ID of the site that the consent is for.",
    example: "1a2b3c4d-5e6f-4071-8293-a4b5c6d7e8f9"
  })
})

/** How a user consents, with the fewest permissions. */
export const consentSteps: ReadonlyArray<string> = [
  "As an administrator of the site: choose an account that nobody else uses, and give it Browse users and groups at Settings > System > Global permissions, and the other permissions of the data that you want in the permission scheme of each project.",
  "Open the link of the connection in a browser in which this account is signed in, choose the site on Atlassian's page, and accept.",
  "Atlassian ends the access a year after you accept, and when it was not used for 90 days, such as while the connection is paused: open the link again before that day.",
  "To end the access: id.atlassian.com > Connected apps, as that account, or admin.atlassian.com > the site > Connected apps."
]
