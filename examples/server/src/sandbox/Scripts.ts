import { generateKeyPairSync } from "node:crypto"
import { Connector, Consent } from "@tributary/core"
import { PLANTED_SECRET, type Sandbox, ScriptedVendor } from "@tributary/core/replay"
import { replies as awsInspector } from "../../../../connectors/aws-inspector/test/fixtures/replies.js"
import { replies as awsSecurityHub } from "../../../../connectors/aws-securityhub/test/fixtures/replies.js"
import { replies as crowdstrike } from "../../../../connectors/crowdstrike/test/fixtures/replies.js"
import { replies as github } from "../../../../connectors/github/test/fixtures/replies.js"
import { replies as gitlab } from "../../../../connectors/gitlab/test/fixtures/replies.js"
import { replies as googleWorkspace } from "../../../../connectors/google-workspace/test/fixtures/replies.js"
import { replies as insightvm } from "../../../../connectors/insightvm/test/fixtures/replies.js"
import { replies as jamf } from "../../../../connectors/jamf/test/fixtures/replies.js"
import { replies as jira } from "../../../../connectors/jira/test/fixtures/replies.js"
import { replies as jumpcloud } from "../../../../connectors/jumpcloud/test/fixtures/replies.js"
import { replies as kandji } from "../../../../connectors/kandji/test/fixtures/replies.js"
import {
  ENCRYPTION,
  metadata,
  replies as msDefenderCloud,
  PUBLIC_BUCKET
} from "../../../../connectors/ms-defender-cloud/test/fixtures/replies.js"
import { replies as msDefenderEndpoint } from "../../../../connectors/ms-defender-endpoint/test/fixtures/replies.js"
import { replies as msEntra } from "../../../../connectors/ms-entra/test/fixtures/replies.js"
import { replies as msIntune } from "../../../../connectors/ms-intune/test/fixtures/replies.js"
import { replies as okta } from "../../../../connectors/okta/test/fixtures/replies.js"
import { replies as qualys } from "../../../../connectors/qualys/test/fixtures/replies.js"
import { replies as sentinelone } from "../../../../connectors/sentinelone/test/fixtures/replies.js"
import { replies as servicenow } from "../../../../connectors/servicenow/test/fixtures/replies.js"
import { replies as snyk } from "../../../../connectors/snyk/test/fixtures/replies.js"
import { replies as tenable } from "../../../../connectors/tenable/test/fixtures/replies.js"
import { replies as wiz } from "../../../../connectors/wiz/test/fixtures/replies.js"
import { replies as zendesk } from "../../../../connectors/zendesk/test/fixtures/replies.js"

/** The vendor's answers in the tests of a connector, and what a service needs to receive them. */
export interface Script {
  readonly replies: ScriptedVendor.Replies
  /** What a sandbox has found again that the tests' vendor has lost: copies of it would be more than a healthy vendor loses. */
  readonly found?: ScriptedVendor.Replies
  /** The hosts whose requests go to the script. */
  readonly hosts: ReadonlyArray<string>
  /** Replace the examples that a customer sees. */
  readonly credentials?: Readonly<Record<string, string>>
}

const tenant = [new URL(ScriptedVendor.BASE_URL).host]
const anything = { body: {} }

/** The scripts by vendor. Their answers are those of the connectors' own tests. */
export const scripts: Readonly<Record<string, Script>> = {
  AWS_INSPECTOR: {
    replies: awsInspector,
    hosts: ["inspector2.eu-west-1.amazonaws.com", "sts.eu-west-1.amazonaws.com"],
    credentials: { regions: "eu-west-1" }
  },
  AWS_SECURITYHUB: {
    replies: awsSecurityHub,
    hosts: ["securityhub.eu-west-1.amazonaws.com"],
    credentials: { regions: "eu-west-1" }
  },
  CROWDSTRIKE: { replies: { ...crowdstrike, "GET /devices/queries/devices/v1?limit=1": anything }, hosts: tenant },
  GITHUB: { replies: github, hosts: ["api.github.com"] },
  GITLAB: { replies: gitlab, hosts: ["gitlab.com"] },
  GOOGLE_WORKSPACE: {
    replies: googleWorkspace,
    hosts: ["admin.googleapis.com", "alertcenter.googleapis.com", "oauth2.googleapis.com"]
  },
  INSIGHTVM: {
    replies: { ...insightvm, "GET /api/3/sites?size=1": anything },
    found: { "GET /api/3/vulnerabilities/forgotten": { body: { id: "forgotten", title: "Outdated firmware" } } },
    hosts: tenant
  },
  JAMF: { replies: { ...jamf, "GET /api/v1/jamf-pro-version": anything }, hosts: tenant },
  JIRA: { replies: { ...jira, "GET /rest/api/3/myself": anything }, hosts: tenant },
  JUMPCLOUD: { replies: { ...jumpcloud, "GET /api/systemusers?limit=1": anything }, hosts: tenant },
  KANDJI: { replies: kandji, hosts: tenant },
  MS_DEFENDER_CLOUD: {
    replies: msDefenderCloud,
    found: {
      "GET /subscriptions/sub-1/providers/Microsoft.Security/assessmentMetadata?$skiptoken=m2": {
        body: { value: [metadata(PUBLIC_BUCKET, "Severe"), metadata(ENCRYPTION, "Low")] }
      }
    },
    hosts: ["management.azure.com", "login.microsoftonline.com"]
  },
  MS_DEFENDER_ENDPOINT: {
    replies: msDefenderEndpoint,
    hosts: ["api.security.microsoft.com", "login.microsoftonline.com"]
  },
  MS_ENTRA: { replies: msEntra, hosts: ["graph.microsoft.com", "login.microsoftonline.com"] },
  MS_INTUNE: { replies: msIntune, hosts: ["graph.microsoft.com", "login.microsoftonline.com"] },
  OKTA: { replies: okta, hosts: tenant },
  QUALYS: { replies: qualys, hosts: tenant },
  SENTINELONE: { replies: sentinelone, hosts: tenant },
  SERVICENOW: { replies: servicenow, hosts: tenant },
  SNYK: { replies: snyk, hosts: ["api.snyk.io"] },
  TENABLE: { replies: tenable, hosts: ["cloud.tenable.com"] },
  WIZ: {
    replies: { ...wiz, "POST /graphql": { body: { data: { __typename: "Query" } } } },
    hosts: [...tenant, "auth.app.wiz.io"]
  },
  ZENDESK: { replies: zendesk, hosts: tenant }
}

/** What the sandbox of a connector plays; null if there is no script for it. */
export const sandboxOf = ({ vendor }: Connector.Connector): Pick<Sandbox.Options, "replies" | "credentials"> | null => {
  const script = scripts[vendor]
  if (script === undefined) return null
  const { credentials, found, replies } = script
  return { replies: { ...replies, ...found }, ...(credentials === undefined ? {} : { credentials }) }
}

/** The answers of all vendors, for one server. Throws if two vendors answer the same request. */
export const together = (): ScriptedVendor.Replies => {
  const all: Record<string, ScriptedVendor.Reply> = {}
  for (const { replies } of Object.values(scripts)) {
    for (const [key, reply] of Object.entries(replies)) {
      if (key in all) throw new Error(`Two scripts answer ${key}.`)
      all[key] = reply
    }
  }
  return all
}

/** The setting that sends requests to these hosts to an address. */
export const overrides = (hosts: Iterable<string>, url: string): Readonly<Record<string, string>> => ({
  TRIBUTARY_HOST_OVERRIDES: [...new Set(hosts)].map((host) => `${host}=${url}`).join(",")
})

/** A private key of the form that a vendor gives out, made when the first one is needed. */
const privateKey = (() => {
  let made: string | null = null
  return (): string => {
    made ??= String(
      generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" })
    )
    return made
  }
})()

const credentialsOf = (vendor: string, { credentials }: Pick<Connector.Connector, "credentials">) => ({
  ...Object.fromEntries(
    Object.entries(credentials.fields).flatMap(([name, { credential }]) => {
      if ("isOptional" in credential) return []
      if (credential.type === "base_url") return [[name, ScriptedVendor.BASE_URL]]
      if (credential.isPrivateKey === true) return [[name, privateKey()]]
      return [[name, credential.type === "secret" ? PLANTED_SECRET : (credential.example ?? "example")]]
    })
  ),
  ...scripts[vendor]?.credentials
})

/** How somebody connects a script, which has no page on which to consent. */
export interface SignIn {
  /** The first way to sign in that needs no consent. */
  readonly auth_type: string
  /** Credentials as a customer would enter them: the examples, the address of the script, and any secret. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Signs in to the script of a connector. Throws if every way needs a consent. */
export const signInOf = (connector: Connector.Connector): SignIn => {
  const ways = Connector.authMethodsOf(connector)
  const way = ways.find(({ credentials }) => Consent.fieldOf(credentials.fields) === null)
  if (way === undefined) throw new Error(`Nobody can consent to ${connector.vendor} at a script.`)
  return { auth_type: way.authType, credentials: credentialsOf(connector.vendor, way) }
}
