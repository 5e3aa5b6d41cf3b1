import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import { crowdstrike } from "@tributary/connector-crowdstrike"
import { github } from "@tributary/connector-github"
import { insightvm } from "@tributary/connector-insightvm"
import { jira } from "@tributary/connector-jira"
import { jumpcloud } from "@tributary/connector-jumpcloud"
import { kandji } from "@tributary/connector-kandji"
import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { msEntra } from "@tributary/connector-ms-entra"
import { msIntune } from "@tributary/connector-ms-intune"
import { okta } from "@tributary/connector-okta"
import { qualys } from "@tributary/connector-qualys"
import { servicenow } from "@tributary/connector-servicenow"
import { tenable } from "@tributary/connector-tenable"
import { wiz } from "@tributary/connector-wiz"
import { zendesk } from "@tributary/connector-zendesk"

/** The connectors that this server runs. */
export const connectors = [
  awsSecurityHub,
  crowdstrike,
  github,
  insightvm,
  jira,
  jumpcloud,
  kandji,
  msDefenderCloud,
  msEntra,
  msIntune,
  okta,
  qualys,
  servicenow,
  tenable,
  wiz,
  zendesk
]
