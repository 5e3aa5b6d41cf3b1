import { Connector, Pagination, type Tenant } from "@tributary/core"
import { AwsCredentials, accountOfRole, setupSteps } from "./credentials.js"
import { classify } from "./errors.js"
import { findings } from "./exports/compliance_findings.js"
import { compliances } from "./exports/compliances.js"
import { alerts } from "./exports/cspm_alerts.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { addressOf, regionsOf } from "./regions.js"
import { assumeRole, signHub } from "./signature.js"
import { core, version } from "./version.generated.js"

/** The account in an ARN; null if it names none: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
const accountIn = (arn: unknown): string | null => {
  const account = typeof arn === "string" ? arn.split(":")[4] : undefined
  return account === undefined || account === "" ? null : account
}

/** The account whose Security Hub answers: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_DescribeHub.html */
const hub: Tenant.TenantRequest = { path: "/accounts", names: (body) => accountIn(Pagination.at(body, "HubArn")) }

/** The accounts that a Security Hub administers, those included that have left: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_ListMembers.html */
const members = (region: string): Tenant.TenantRequest => ({
  path: `${addressOf("securityhub", region)}/members`,
  query: { OnlyAssociated: false, MaxResults: 50 },
  names: (body) => {
    const listed = Pagination.at(body, "Members")
    return Array.isArray(listed) ? listed.map((member) => String(Pagination.at(member, "AccountId"))) : null
  },
  next: (body, sent) => {
    const token = Pagination.at(body, "NextToken")
    return typeof token === "string" && token !== "" ? { ...sent, NextToken: token } : null
  }
})

/** The account of the credentials, and the member accounts whose findings its Security Hub shows in each region. */
export const tenantOf = (credentials: AwsCredentials): Tenant.Tenant => ({
  id: accountOfRole(credentials) ?? hub,
  ofRow: (row) => {
    const account = Pagination.at(row, "AwsAccountId")
    return typeof account === "string" ? account : accountIn(Pagination.at(row, "StandardsSubscriptionArn"))
  },
  covers: regionsOf(credentials).map(members),
  limitedAs: credentials.access_key_id
})

/** The connector for AWS Security Hub CSPM: https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html */
export const awsSecurityHub = Connector.make({
  vendor: "AWS_SECURITYHUB",
  name: "AWS Security Hub",
  version,
  core,
  description:
    "Cloud security posture on AWS: compliance findings, the result of each control of each enabled standard, threats and vulnerabilities.",
  category: "CSPM",
  authType: "API_KEY",
  docsUrl: "https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html",
  credentials: AwsCredentials,
  setupSteps,
  http: (credentials) => {
    const [home, ...regions] = regionsOf(credentials)
    const auth = assumeRole(credentials)
    return {
      baseUrl: addressOf("securityhub", home),
      tenant: tenantOf(credentials),
      furtherBaseUrls: regions.map((region) => addressOf("securityhub", region)),
      sign: signHub(credentials),
      classify,
      // AWS limits each operation of an account in a region: https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html
      rateLimitedBy: "tenant",
      rateLimitCovers: "endpoint",
      ...(auth === null ? {} : { auth })
    }
  },
  check: "/accounts",
  exports: {
    compliances: [compliances],
    compliance_findings: [findings],
    cspm_alerts: [alerts],
    vulnerabilities: [vulnerabilities]
  }
})
