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

/** The connectors that this server runs. */
export const connectors = [
  awsInspector,
  awsSecurityHub,
  crowdstrike,
  github,
  gitlab,
  googleWorkspace,
  insightvm,
  jamf,
  jira,
  jumpcloud,
  kandji,
  msDefenderCloud,
  msDefenderEndpoint,
  msEntra,
  msIntune,
  okta,
  qualys,
  sentinelone,
  servicenow,
  snyk,
  tenable,
  wiz,
  zendesk
]
