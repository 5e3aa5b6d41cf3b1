import { Credentials } from "@tributary/core"
import { Schema } from "effect"

const REGION = "[a-z]{2}(-[a-z]+)+-\\d"

/** The credentials that a customer enters to connect the Security Hub of an AWS account. */
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
    help: "The regions to read, separated by commas; enter only the home region if it aggregates the findings of the others. Security Hub > Settings > Regions lists them.",
    example: "eu-west-1,us-east-1",
    pattern: new RegExp(`^${REGION}(\\s*,\\s*${REGION})*$`)
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
  "As an administrator of the account that sees the findings, which is the Security Hub administrator account if you have one: IAM > Policies > Create policy: allow the actions of the data that you want, on all resources.",
  "IAM > Users > Create user, without console access; attach the policy to the user.",
  "The user > Security credentials > Create access key > Third-party service: enter both halves of the key in the connection. The key does not expire. When you replace it, give the connection the new key before you deactivate the old one.",
  "Security Hub > Settings > Regions: note the home region and the regions linked to it, and enter the ones to read."
]
