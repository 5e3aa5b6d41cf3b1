import { generateKeyPairSync } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Credentials } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { run, start } from "../../../cli/test/TestProgram.js"
import { replies as gitHubReplies } from "../../../connectors/github/test/fixtures/replies.js"
import { gatewayReplies as jiraReplies } from "../../../connectors/jira/test/fixtures/replies.js"
import * as DefenderCloud from "../../../connectors/ms-defender-cloud/test/fixtures/replies.js"
import * as Entra from "../../../connectors/ms-entra/test/fixtures/replies.js"
import * as Intune from "../../../connectors/ms-intune/test/fixtures/replies.js"
import * as Child from "../../../runtime-http/test/Child.js"
import * as ConsentServer from "../../support/vendor/ConsentServer.js"
import { until } from "../../support/Wait.js"

const SECRET = "canary-client-secret-9b23"
const client = { clientId: "tried-by-ada", clientSecret: SECRET }
const SITE = {
  id: "1a2b3c4d-5e6f-4071-8293-a4b5c6d7e8f9",
  url: "https://acme.atlassian.net",
  scopes: ["read:jira-work"]
}
const [ADMINISTRATOR = ""] = Credentials.GRANTING_ROLES
/** May add an application to a directory, and may not grant it permissions of Microsoft Graph. */
const CLOUD_APPLICATION_ADMINISTRATOR = "158c047a-c907-4556-b7ef-446551a6b5f7"
const APPLICATION_ADMINISTRATOR = "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3"

const source = (connector: string) =>
  fileURLToPath(new URL(`../../../connectors/${connector}/src/index.ts`, import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-try-facts-"))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** A connector that is tried with a consent, and the vendor that plays its own. */
interface World {
  readonly connector: string
  /** The file of the connector; that of the package by default. */
  readonly file?: string
  readonly replies: ConnectorTest.Replies
  readonly vendor: Omit<ConsentServer.ConsentOptions, "client">
  readonly env?: Readonly<Record<string, string>>
  readonly options?: ReadonlyArray<string>
  /** The port to which the browser comes back; a free one by default. */
  readonly port?: number
  /** Is called before anybody visits the vendor. */
  readonly onStart?: (vendor: ConsentServer.ConsentServer) => void
}

/** Starts the command, and visits the address that it shows. */
const visit = async ({
  connector,
  env = {},
  file = source(connector),
  onStart = () => {},
  options = [],
  port = 0,
  replies,
  vendor: more
}: World) => {
  const vendor = await ConsentServer.start(replies, { ...more, client })
  onTestFinished(vendor.stop)
  onStart(vendor)
  const args = ["--auth-type", "OAUTH2_AUTHORIZATION_CODE", "--base-url", vendor.url, "--samples", "0"]
  const prefix = connector.toUpperCase().replaceAll("-", "_")
  const run = start(["try", file, ...args, "--redirect-port", String(port), ...options], {
    [`${prefix}_OAUTH_CLIENT_ID`]: client.clientId,
    [`${prefix}_OAUTH_CLIENT_SECRET`]: SECRET,
    ...env
  })
  const address = await until(async () => /^ {2}(http\S+)$/m.exec(run.err())?.[1] ?? null)
  const answer = await fetch(address)
  expect([answer.status, await answer.text()]).toEqual([200, "Go back to the terminal. You can close this window.\n"])
  const { code, err, out } = await run.ended
  for (const secret of vendor.issuer.secrets()) expect(out + err).not.toContain(secret)
  return { code, err, vendor }
}

/** A tenant of Microsoft, which a connector with a consent of an administrator reads. */
interface MicrosoftTenant {
  readonly connector: string
  readonly id: string
  readonly replies: ConnectorTest.Replies
  readonly exports: string
}

const ENTRA: MicrosoftTenant = {
  connector: "ms-entra",
  id: Entra.TENANT,
  replies: Entra.replies,
  exports: "devices"
}
const INTUNE: MicrosoftTenant = {
  connector: "ms-intune",
  id: Intune.TENANT,
  replies: Intune.replies,
  exports: "devices"
}
const DEFENDER_CLOUD: MicrosoftTenant = {
  connector: "ms-defender-cloud",
  id: DefenderCloud.TENANT,
  replies: DefenderCloud.replies,
  exports: "resources"
}

/** A visit of whoever has this role, which the page before the sign-in says is one to a tenant. */
const microsoft = ({ connector, exports, id, replies }: MicrosoftTenant, role: string, tenant = id): World => ({
  connector,
  replies,
  vendor: {
    grantPage: { path: "/organizations/v2.0/adminconsent", brings: { tenant, admin_consent: "True" } },
    authorizePath: "/organizations/oauth2/v2.0/authorize",
    tokenPath: "/organizations/oauth2/v2.0/token",
    identity: {
      keysPath: "/organizations/discovery/v2.0/keys",
      issuer: `https://login.microsoftonline.com/${id}/v2.0`,
      claims: { tid: id, wids: [role] }
    },
    accepts: (token) => token === "issued-token"
  },
  options: ["--export", exports]
})

describe("tributary try with a consent that proves facts", () => {
  it.each([
    ["Microsoft Entra ID", ENTRA, ADMINISTRATOR],
    ["Microsoft Intune", INTUNE, ADMINISTRATOR],
    ["Microsoft Defender for Cloud", DEFENDER_CLOUD, CLOUD_APPLICATION_ADMINISTRATOR],
    ["Microsoft Defender for Cloud", DEFENDER_CLOUD, APPLICATION_ADMINISTRATOR]
  ])("reads %s as the application for which an administrator has consented", async (name, tenant, role) => {
    const recording = join(folder, `${tenant.connector}.json`)
    const world = microsoft(tenant, role)
    const { code, err } = await visit({ ...world, options: [...(world.options ?? []), "--record", recording] })
    expect(code, err).toBe(0)
    expect(err).toContain(`\n${name} has sent the browser back with a consent.\n`)
    expect(err).toContain(`\nThe visit proves tenant_id ${tenant.id}.\n`)
    expect(err).toMatch(/\d+ records of \d+ kinds? in/)
    expect(await readFile(recording, "utf8")).not.toContain(SECRET)
  })

  it.each([
    ["whoever signs in is no administrator", microsoft(ENTRA, "other"), "without an active role"],
    [
      "they may not grant its permissions",
      microsoft(INTUNE, CLOUD_APPLICATION_ADMINISTRATOR),
      "without an active role"
    ],
    ["they may not add an application", microsoft(DEFENDER_CLOUD, "other"), "without an active role"],
    ["the page names another tenant", microsoft(ENTRA, ADMINISTRATOR, "other"), "signed in to another"]
  ])("says so and reads nothing if %s", async (_, world, words) => {
    const { code, err } = await visit(world)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The visit to .* does not prove what the connector needs\. /m)
    ])
    expect(err).toContain(words)
    expect(err).not.toContain("records of")
  })

  it("reads what an owner has installed the app for, with a key of the app", async () => {
    const key = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey
    const port = await Child.freePort()
    const token = "canary-installation-token"
    const world = (brings: Readonly<Record<string, string>>): World => ({
      connector: "github",
      replies: {
        ...gitHubReplies,
        "GET /user/installations": {
          body: { installations: [{ id: 700, account: { login: "acme", type: "Organization" } }] }
        },
        "GET /user/memberships/orgs/acme": { body: { role: "admin", state: "active" } },
        "POST /app/installations/700/access_tokens": {
          status: 201,
          body: { token, expires_at: new Date(Date.now() + 3_600_000).toISOString() }
        }
      },
      vendor: {
        grantPage: {
          path: "/apps/our-app/installations/new",
          redirectUri: `http://127.0.0.1:${port}/callback`,
          brings
        },
        authorizePath: "/login/oauth/authorize",
        tokenPath: "/login/oauth/access_token",
        // The app signs what it asks for itself.
        accepts: (given) => given === token || given.split(".").length === 3
      },
      env: {
        GITHUB_OAUTH_APP_SLUG: "our-app",
        GITHUB_OAUTH_PRIVATE_KEY: String(key.export({ type: "pkcs8", format: "pem" }))
      },
      options: ["--export", "applications"],
      port
    })
    const { code, err } = await visit(world({ installation_id: "700", setup_action: "install" }))
    expect(code, err).toBe(0)
    expect(err).toMatch(/^The visit proves installation_id 700, organization acme\.$/m)
    expect(err).not.toContain(token)
    const requested = await visit(world({ setup_action: "request" }))
    expect([requested.code, requested.err]).toEqual([
      1,
      expect.stringContaining("GitHub has not installed the app yet.")
    ])
  })

  const jira = (onStart: World["onStart"] = () => {}): World => ({
    connector: "jira",
    replies: { ...jiraReplies, "GET /oauth/token/accessible-resources": { body: [SITE] } },
    vendor: { authorizePath: "/authorize", tokenPath: "/oauth/token" },
    options: ["--export", "itsm_projects"],
    onStart
  })

  it("finds the site of whoever has consented, and reads it with their tokens", async () => {
    const { code, err, vendor } = await visit(jira())
    expect(code, err).toBe(0)
    expect(err).toMatch(/^Jira gave an access token\.$/m)
    expect(err).toMatch(new RegExp(`^The visit proves cloud_id ${SITE.id}\\.\nJira at ${vendor.url}$`, "m"))
    expect(err).toMatch(/\d+ records of \d+ kinds? in/)
  })

  /** Jira with another function http, written around the one of its consent. */
  const jiraWith = async (name: string, http: string): Promise<string> => {
    const file = join(folder, `${name}.ts`)
    await writeFile(
      file,
      `import { jira } from ${JSON.stringify(source("jira"))}
const http = (own) => ${http}
export const changed = { ...jira, auth: jira.auth.map((way) => ({ ...way, http: http(way.http) })) }`
    )
    return file
  }

  it("opens the connector only with what the consent has proven", async () => {
    const file = await jiraWith(
      "opened",
      '(credentials) => { if (credentials.cloud_id === "") throw new TypeError("opened without facts"); return own(credentials) }'
    )
    const { code, err } = await visit({ ...jira(), file })
    expect(code, err).toBe(0)
    expect(err).not.toContain("opened without facts")
  })

  it.each([
    [
      "no-address",
      "() => ({ baseUrl: 'https://.acme example' })",
      'have baseUrl "https://.acme example", which is no address'
    ],
    ["nothing", "() => undefined", "threw TypeError: "]
  ])("says so if the connector has no address to read at: %s", async (name, http, words) => {
    const { code, err } = await visit({ ...jira(), file: await jiraWith(name, http) })
    expect([code, err]).toEqual([1, expect.stringContaining(`The http settings of JIRA ${words}`)])
    expect(err).not.toMatch(/bug of the command|^ +at /m)
  })

  it("names the field that would decide between several sites", async () => {
    const other = { ...SITE, id: "2b3c4d5e-6f70-4182-93a4-b5c6d7e8f900", url: "https://acme-labs.atlassian.net" }
    const replies = { ...jiraReplies, "GET /oauth/token/accessible-resources": { body: [SITE, other] } }
    const { code, err } = await visit({ ...jira(), replies })
    expect([code, err]).toEqual([1, expect.stringContaining("several Jira sites: https://acme.atlassian.net, ")])
    expect(err).toMatch(
      /^The proof also looks for credentials that you have not set:\n {2}JIRA_SITE {2}Site: Address of the Jira site/m
    )
    const chosen = await visit({ ...jira(), replies, env: { JIRA_SITE: ` ${SITE.url} ` } })
    expect(chosen.code, chosen.err).toBe(0)
    const unknown = await visit({ ...jira(), replies, env: { JIRA_SITE: "https://acme-gone.atlassian.net" } })
    expect([unknown.code, unknown.err]).toEqual([1, expect.not.stringContaining("JIRA_SITE")])
  })

  it("reads nothing if the consent has ended before the first list", async () => {
    const { code, err } = await visit(
      jira(({ issuer, onAsked }) =>
        onAsked((count) => {
          // The first request finds the site, and the second one is the check.
          if (count === 2) issuer.revoke()
        })
      )
    )
    expect([code, err]).toEqual([1, expect.stringContaining("does not accept the consent")])
    expect(err).not.toContain("records of")
  })

  it("names what the app lacks, and a key that is none", async () => {
    const tryGitHub = (env: Readonly<Record<string, string>>) =>
      run(["try", source("github"), "--auth-type", "OAUTH2_AUTHORIZATION_CODE"], {
        GITHUB_OAUTH_CLIENT_ID: client.clientId,
        GITHUB_OAUTH_CLIENT_SECRET: SECRET,
        GITHUB_OAUTH_APP_SLUG: "our-app",
        ...env
      })
    const lacking = await tryGitHub({})
    expect([lacking.code, lacking.err]).toEqual([
      2,
      expect.stringMatching(/^ {2}GITHUB_OAUTH_PRIVATE_KEY {2}Private key: /m)
    ])
    const wrong = await tryGitHub({ GITHUB_OAUTH_PRIVATE_KEY: "canary-no-key" })
    const problem = "GITHUB_OAUTH_PRIVATE_KEY: must be a private key in PEM without a passphrase"
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(problem)])
    expect(wrong.err).not.toContain("canary-no-key")
  })
})
