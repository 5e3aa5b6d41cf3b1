import { readFileSync } from "node:fs"
import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import { crowdstrike } from "@tributary/connector-crowdstrike"
import { insightvm } from "@tributary/connector-insightvm"
import { jira } from "@tributary/connector-jira"
import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { msEntra } from "@tributary/connector-ms-entra"
import { okta } from "@tributary/connector-okta"
import { servicenow } from "@tributary/connector-servicenow"
import { tenable } from "@tributary/connector-tenable"
import { describe, expect, it } from "vitest"

/** The connectors, by the folder of their package. */
const connectors = {
  "aws-securityhub": awsSecurityHub,
  crowdstrike,
  insightvm,
  jira,
  "ms-defender-cloud": msDefenderCloud,
  "ms-entra": msEntra,
  okta,
  servicenow,
  tenable
}

const versionOf = (folder: string): string => {
  const text = readFileSync(new URL(`../../connectors/${folder}/package.json`, import.meta.url), "utf8")
  return (JSON.parse(text) as { readonly version: string }).version
}

describe("the version that a connector gives its records", () => {
  it.each(Object.keys(connectors))("%s has that of its package (pnpm generate)", async (folder) => {
    const source = `// Generated from package.json: run "pnpm generate".\n\nexport const version = ${JSON.stringify(versionOf(folder))}\n`
    await expect(source).toMatchFileSnapshot(`../../connectors/${folder}/src/version.generated.ts`)
  })

  it("stands in each connector", () => {
    const said = Object.entries(connectors).map(([folder, { version }]) => [folder, version])
    expect(said).toEqual(Object.keys(connectors).map((folder) => [folder, versionOf(folder)]))
  })
})
