import { ConsentVisit, Credentials, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"

/*
 * The installation of the operator's GitHub App: https://docs.github.com/en/apps/creating-github-apps/about-creating-github-apps
 *
 * The page of the installation sends the browser back with the id of an installation, which anybody can write into an address. So the owner also
 * signs in, GitHub has to show this owner the installation, and to say that the user owns the organization: it shows an installation also to
 * members who may read one repository of it.
 */

/** The address of the API: an app of github.com has no installations elsewhere. */
export const GITHUB = "https://api.github.com"

const unproven = (text: string) => new ConsentVisit.Unproven({ text })

/** The most pages of installations that are read; an owner of more organizations is asked to sign in as another one. */
const MAX_PAGES = 10
const PAGE_SIZE = 100

/** The account of an installation in a page of those that GitHub shows the user; null if the page lacks it. */
const accountIn = (body: unknown, installation: string): unknown => {
  const rows = Pagination.at(body, "installations")
  const isWanted = (row: unknown) => {
    const id = Pagination.at(row, "id")
    return typeof id === "number" && String(id) === installation
  }
  const found = Array.isArray(rows) ? rows.find(isWanted) : undefined
  return found === undefined ? null : Pagination.at(found, "account")
}

/** How many installations a page has. */
const sizeOf = (body: unknown): number => {
  const rows = Pagination.at(body, "installations")
  return Array.isArray(rows) ? rows.length : 0
}

/** Finds the account of an installation: https://docs.github.com/en/rest/apps/installations#list-app-installations-accessible-to-the-user-access-token */
const find = (get: ConsentVisit.Visit["get"], installation: string) =>
  Effect.gen(function* () {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { body, status } = yield* get(`${GITHUB}/user/installations?per_page=${PAGE_SIZE}&page=${page}`)
      if (status !== 200) {
        return yield* unproven(
          `GitHub did not tell which installations you may see: it answered ${status}. Try again later.`
        )
      }
      const account = accountIn(body, installation)
      if (account !== null) return account
      if (sizeOf(body) < PAGE_SIZE) break
    }
    return yield* unproven(
      "GitHub does not show you this installation. Try again, and sign in as the owner of the organization who installs the app."
    )
  })

/** Fails unless the user owns the organization: https://docs.github.com/en/rest/orgs/members#get-an-organization-membership-for-the-authenticated-user */
const requireOwner = (get: ConsentVisit.Visit["get"], organization: string) =>
  Effect.gen(function* () {
    const { body, status } = yield* get(`${GITHUB}/user/memberships/orgs/${encodeURIComponent(organization)}`)
    if (status !== 200) {
      return yield* unproven(
        `GitHub did not tell whether you own ${organization}: it answered ${status}. The operator of this service has to give its app the permission Members: Read-only.`
      )
    }
    if (Pagination.at(body, "role") !== "admin" || Pagination.at(body, "state") !== "active") {
      return yield* unproven(`Only an owner of ${organization} can connect it. Ask an owner to do it.`)
    }
  })

/** Finds the installation and its organization, as far as GitHub shows both to the owner who has signed in. */
export const proof: ConsentVisit.Proof = {
  facts: ["installation_id", "organization"],
  of: ({ brought: { installation_id = "" }, get }) =>
    Effect.gen(function* () {
      const account = yield* find(get, installation_id)
      const [organization, type] = [Pagination.at(account, "login"), Pagination.at(account, "type")]
      if (typeof organization !== "string" || type !== "Organization") {
        return yield* unproven(
          "You have installed the app for a personal account. Try again, and choose the organization on GitHub's page."
        )
      }
      yield* requireOwner(get, organization)
      return { installation_id, organization }
    })
}

/** The permissions of the app: https://docs.github.com/en/rest/authentication/permissions-required-for-github-apps */
const permissions: ReadonlyArray<string> = [
  "Metadata: read",
  "Code scanning alerts: read",
  "Dependabot alerts: read",
  "Secret scanning alerts: read",
  "Members: read"
]

/** How the operator of a service registers its app for all customers. */
const registrationSteps: ReadonlyArray<string> = [
  "Organization settings > Developer settings > GitHub Apps > New GitHub App: choose the name that customers will read. As Callback URL and as Setup URL, enter the redirect address of this service, which is the first of TRIBUTARY_BASE_URLS followed by /oauth2/callback. Tick Redirect on update, and leave Request user authorization (OAuth) during installation and Webhook > Active off.",
  "Repository permissions, each Read-only: Metadata, Code scanning alerts, Dependabot alerts and Secret scanning alerts, as far as your product needs them. Organization permissions: Members, Read-only, with which this service also sees that an owner installs the app.",
  "Where can this GitHub App be installed: Any account. Then Create GitHub App.",
  "Generate a new client secret, and a private key. In TRIBUTARY_OAUTH_CLIENTS, set client_id and client_secret of the app, private_key with the content of the key's file, and app_slug, which is the last part of the app's public address."
]

/** The installation of the operator's app. */
export const GitHubConsent = Schema.Struct({
  app: Credentials.appConsent({
    title: "Install the GitHub App",
    help: "An owner of the organization installs the app of this service, which then reads repositories, alerts and members.",
    grantPage: {
      url: "https://github.com/apps/{app_slug}/installations/new",
      brings: ["installation_id"],
      missing:
        "GitHub has not installed the app yet. If you have only requested it, ask an owner of the organization to approve the request at Organization settings > Third-party Access > GitHub Apps, and then to sign in here."
    },
    authorizeUrl: "https://github.com/login/oauth/authorize",
    tokenUrl: "https://github.com/login/oauth/access_token",
    // What the app may read, its permissions decide.
    scopes: [],
    permissions,
    proof,
    ownClient: { needs: ["app_slug", "private_key"] },
    registrationSteps
  }),
  installation_id: Credentials.fact({
    title: "Installation ID",
    help: "ID of the installation of the app in the organization.",
    example: "7890123"
  }),
  organization: Credentials.fact({
    title: "Organization",
    help: "The organization in which an owner has installed the app.",
    example: "acme"
  })
})

/** How an owner installs the app, with the fewest permissions. */
export const consentSteps: ReadonlyArray<string> = [
  "As an owner of the organization: open the link of the connection, and choose the organization and All repositories on GitHub's page. If the app is installed there already, choose Configure and save.",
  "Authorize the app when GitHub asks for it, which shows this service that an owner has installed it.",
  "To end the access: Organization settings > Third-party Access > GitHub Apps > Configure > Uninstall."
]
