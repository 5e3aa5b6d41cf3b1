import { Credentials } from "@tributary/core"
import { Schema } from "effect"

const REGION = "[a-z]{2}(-[a-z]+)+-\\d"

/** What a customer enters to connect the Security Hub of an AWS account. */
export const AwsCredentials = Schema.Struct({
  access_key_id: Credentials.text({
    title: "Access key ID",
    help: "IAM > Users > your user > Security credentials > Create access key > Third-party service.",
    example: "AKIAIOSFODNN7EXAMPLE",
    pattern: /^[A-Z0-9]{16,128}$/
  }),
  secret_access_key: Credentials.secret({
    title: "Secret access key",
    help: "Shown once, beside the access key ID, when the key is made."
  }),
  regions: Credentials.text({
    title: "Regions",
    help: "The regions to read, separated by commas; the home region alone where findings are aggregated there.",
    example: "eu-west-1,us-east-1",
    pattern: new RegExp(`^${REGION}(\\s*,\\s*${REGION})*$`)
  }),
  role_arn: Credentials.optional(
    Credentials.text({
      title: "Role ARN",
      help: "Where the key may only assume a role: IAM > Roles > your role > ARN.",
      example: "arn:aws:iam::123456789012:role/security-reader",
      pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/.+$/
    })
  ),
  external_id: Credentials.optional(
    Credentials.text({
      title: "External ID",
      help: "Where the role's trust policy asks for one: its sts:ExternalId condition."
    })
  )
})
export interface AwsCredentials extends Schema.Schema.Type<typeof AwsCredentials> {}
