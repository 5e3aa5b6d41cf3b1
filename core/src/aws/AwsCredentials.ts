import { Schema } from "effect"
import * as Credentials from "../Credentials.js"

const REGION = "[a-z]{2}(-[a-z]+)+-\\d"

/** The credentials that a customer enters to connect a service of an AWS account; `regions` tells the customer which regions to enter. */
export const make = (help: {
  /** The help of the field for the regions, such as where the customer finds those in which the service is active. */
  readonly regions: string
}) =>
  Schema.Struct({
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
      help: help.regions,
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
export interface AwsCredentials extends Schema.Schema.Type<ReturnType<typeof make>> {}

/** The account of the role; null without a role, because only AWS knows to which account a key belongs. */
export const accountOfRole = ({ role_arn }: AwsCredentials): string | null => role_arn?.split(":")[4] ?? null

/** How a customer creates the credentials, with the fewest permissions; both texts are plain sentences without Markdown. */
export const setupSteps = (help: {
  /** The account whose administrator creates the user, such as `the account that sees the findings`. */
  readonly account: string
  /** The action of the connector's check, such as `inspector2:ListFindings`. */
  readonly check: string
  /** Which regions to enter. */
  readonly regions: string
}): ReadonlyArray<string> => [
  `As an administrator of ${help.account}: IAM > Policies > Create policy: allow ${help.check}, with which the connection is tested, and the actions of the data that you want, on all resources.`,
  "IAM > Users > Create user, without console access; attach the policy to the user.",
  "The user > Security credentials > Create access key > Third-party service: enter both halves of the key in the connection. The key does not expire. When you replace it, give the connection the new key before you deactivate the old one.",
  help.regions,
  "Or with a role: IAM > Roles > Create role > Custom trust policy: let the user call sts:AssumeRole if sts:ExternalId equals the external ID that you enter here. Attach the policy to the role, and allow the user sts:AssumeRole on the role's ARN and nothing else."
]
