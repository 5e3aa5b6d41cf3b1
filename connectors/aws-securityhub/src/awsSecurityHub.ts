import { Connector } from "@tributary/core"
import { AwsCredentials } from "./credentials.js"
import { classify } from "./errors.js"
import { findings } from "./exports/compliance_findings.js"
import { compliances } from "./exports/compliances.js"
import { addressOf, regionsOf } from "./regions.js"
import { assumeRole, signHub } from "./signature.js"
import { tenantOf } from "./tenant.js"
import { core, version } from "./version.generated.js"

/** The connector for AWS Security Hub CSPM: https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html */
export const awsSecurityHub = Connector.make({
  vendor: "AWS_SECURITYHUB",
  name: "AWS Security Hub",
  version,
  core,
  description:
    "Cloud security posture on AWS: compliance findings, and the result of each control of each enabled standard.",
  category: "CSPM",
  authType: "API_KEY",
  docsUrl: "https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html",
  credentials: AwsCredentials,
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
  exports: { compliances: [compliances], compliance_findings: [findings] }
})
