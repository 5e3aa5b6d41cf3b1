import { readdirSync, readFileSync } from "node:fs"
import { awsInspector } from "@tributary/connector-aws-inspector"
import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import { crowdstrike } from "@tributary/connector-crowdstrike"
import { github } from "@tributary/connector-github"
import { gitlab } from "@tributary/connector-gitlab"
import { googleWorkspace } from "@tributary/connector-google-workspace"
import { insightvm } from "@tributary/connector-insightvm"
import { jamf } from "@tributary/connector-jamf"
import { jira } from "@tributary/connector-jira"
import { jumpcloud } from "@tributary/connector-jumpcloud"
import { kandji } from "@tributary/connector-kandji"
import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { msDefenderEndpoint } from "@tributary/connector-ms-defender-endpoint"
import { msEntra } from "@tributary/connector-ms-entra"
import { msIntune } from "@tributary/connector-ms-intune"
import { okta } from "@tributary/connector-okta"
import { qualys } from "@tributary/connector-qualys"
import { sentinelone } from "@tributary/connector-sentinelone"
import { servicenow } from "@tributary/connector-servicenow"
import { snyk } from "@tributary/connector-snyk"
import { tenable } from "@tributary/connector-tenable"
import { wiz } from "@tributary/connector-wiz"
import { zendesk } from "@tributary/connector-zendesk"
import { Connector } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { satisfies } from "semver"
import { describe, expect, it } from "vitest"

/** The connectors, by the folder of their package. */
const connectors = {
  "aws-inspector": awsInspector,
  "aws-securityhub": awsSecurityHub,
  crowdstrike,
  github,
  gitlab,
  "google-workspace": googleWorkspace,
  insightvm,
  jamf,
  jira,
  jumpcloud,
  kandji,
  "ms-defender-cloud": msDefenderCloud,
  "ms-defender-endpoint": msDefenderEndpoint,
  "ms-entra": msEntra,
  "ms-intune": msIntune,
  okta,
  qualys,
  sentinelone,
  servicenow,
  snyk,
  tenable,
  wiz,
  zendesk
}

describe("the release that a connector names", () => {
  for (const [folder, connector] of Object.entries(connectors)) {
    describe(folder, () => {
      ConnectorTest.release(connector, new URL(`../../connectors/${folder}/package.json`, import.meta.url))
    })
  }

  it("is checked for every connector of the repository", () => {
    expect(Object.keys(connectors).toSorted()).toEqual(readdirSync(new URL("../../connectors/", import.meta.url)))
  })

  it("includes this release of core", () => {
    const refused = Object.values(connectors).filter(({ core }) => !satisfies(Connector.CORE_VERSION, core))
    expect(refused.map(({ vendor }) => vendor)).toEqual([])
  })
})

it("the version of core is that of its package", async ({ expect }) => {
  const manifest = readFileSync(new URL("../../core/package.json", import.meta.url), "utf8")
  const { version } = JSON.parse(manifest) as { readonly version: string }
  const source = `// Generated from package.json: run the tests with \`vitest -u\`.\n\nexport const version = ${JSON.stringify(version)}\n`
  await expect(source).toMatchFileSnapshot("../../core/src/version.generated.ts")
})
