import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect the Amazon Inspector of an AWS account. */
export const AwsCredentials = Schema.Struct({
  access_key_id: Credentials.text({
    title: "Access key ID",
    help: "The ID of an IAM user's access key: IAM > Users > your user > Security credentials > Create access key > Third-party service.",
    example: "AKIAIOSFODNN7EXAMPLE",
    pattern: /^[A-Z0-9]{16,128}$/
  }),
  secret_access_key: Credentials.secret({
    title: "Secret access key",
    help: "The secret half of the access key; AWS shows it only once, next to the access key ID, when you create the key."
  }),
  regions: Credentials.text({
    title: "Regions",
    help: "The regions to read, separated by commas: those in which Inspector is active, because it keeps the findings of each region there.",
    example: "eu-west-1,us-east-1",
    pattern: /^[a-z]{2}(-[a-z]+)+-\d(\s*,\s*[a-z]{2}(-[a-z]+)+-\d)*$/
  }),
  role_arn: Credentials.optional(
    Credentials.text({
      title: "Role ARN",
      help: "The role to assume, if the user has no rights of its own: IAM > Roles > your role > ARN.",
      example: "arn:aws:iam::123456789012:role/security-reader",
      pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/.+$/
    })
  ),
  external_id: Credentials.optional(
    Credentials.text({
      title: "External ID",
      help: "The value of the sts:ExternalId condition, if the role's trust policy has one: IAM > Roles > your role > Trust relationships."
    })
  )
})
/** The decoded credentials; an optional field is null if the customer left it out. */
export interface AwsCredentials extends Schema.Schema.Type<typeof AwsCredentials> {}

/** The account of the role; null without a role, because only AWS knows to which account a key belongs. */
export const accountOfRole = ({ role_arn }: AwsCredentials): string | null => role_arn?.split(":")[4] ?? null

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the account that sees the findings, which is Inspector's delegated administrator account if your organization has one: IAM > Policies > Create policy: allow the actions of the data that you want, on all resources.",
  "IAM > Users > Create user, without console access; attach the policy to the user.",
  "The user > Security credentials > Create access key > Third-party service: enter both halves of the key in the connection. The key does not expire. When you replace it, give the connection the new key before you deactivate the old one.",
  "Enter the regions in which Inspector is active. Each region has its own findings."
]
