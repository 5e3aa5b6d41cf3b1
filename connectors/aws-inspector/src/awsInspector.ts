import { Connector, Pagination, type Tenant } from "@tributary/core"

import { AwsCredentials, AwsRegions, AwsSignature } from "@tributary/core/aws"

import { classify } from "./errors.js"
import { resources } from "./exports/resources.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

const credentials = AwsCredentials.make({
  regions:
    "The regions to read, separated by commas: those in which Inspector is active, because it keeps the findings of each region there."
})

/** The account of an access key, which needs no permission: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
const callerIdentity = (sts: string): Tenant.TenantRequest => ({
  path: `${sts}/`,
  query: { Action: "GetCallerIdentity", Version: "2011-06-15" },
  names: "GetCallerIdentityResponse.GetCallerIdentityResult.Account"
})

/** The AWS account that a finding or a covered resource names. */
const accountOfRow = (row: unknown): string | null => {
  const account = Pagination.at(row, "awsAccountId") ?? Pagination.at(row, "accountId")
  return typeof account === "string" ? account : null
}

/** The connector for Amazon Inspector: https://docs.aws.amazon.com/inspector/v2/APIReference/Welcome.html */
export const awsInspector = Connector.make({
  vendor: "AWS_INSPECTOR",
  name: "Amazon Inspector",
  version,
  core,
  description: "Vulnerabilities of EC2 instances, container images, Lambda functions and code, and what is scanned.",
  category: "VMS",
  authType: "API_KEY",
  docsUrl: "https://docs.aws.amazon.com/inspector/v2/APIReference/Welcome.html",
  credentials,
  setupSteps: AwsCredentials.setupSteps({
    account:
      "the account that sees the findings, which is Inspector's delegated administrator account if your organization has one",
    check: "inspector2:ListFindings",
    regions: "Enter the regions in which Inspector is active. Each region has its own findings."
  }),
  http: (credentials) => {
    const [first, ...regions] = AwsRegions.regionsOf(credentials)
    const auth = AwsSignature.assumeRole(credentials)
    const sts = AwsRegions.addressOf("sts", first)
    return {
      baseUrl: AwsRegions.addressOf("inspector2", first),
      furtherBaseUrls: regions.map((region) => AwsRegions.addressOf("inspector2", region)),
      hosts: [new URL(sts).host],
      tenant: {
        id: AwsCredentials.accountOfRole(credentials) ?? callerIdentity(sts),
        // Not closed to other accounts: ListMembers, which names those of an administrator, has its page token in the body of a POST.
        ofRow: accountOfRow,
        limitedAs: credentials.access_key_id
      },
      sign: AwsSignature.signRequest("inspector2", credentials),
      classify,
      // AWS limits each operation of an account in a region, and does not publish how: https://docs.aws.amazon.com/general/latest/gr/inspector2.html
      rateLimitedBy: "tenant",
      rateLimitCovers: "endpoint",
      ...(auth === null ? {} : { auth })
    }
  },
  check: { path: "/findings/list", body: { maxResults: 1 } },
  exports: {
    vulnerabilities: [vulnerabilities],
    vulnerability_findings_v2: [vulnerabilities],
    resources: [resources]
  }
})
