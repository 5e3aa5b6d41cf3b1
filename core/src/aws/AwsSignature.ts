import { AwsV4Signer } from "aws4fetch"
import { Redacted } from "effect"
import type * as Authentication from "../http/Authentication.js"
import type { Signable } from "../http/Request.js"
import type { AwsCredentials } from "./AwsCredentials.js"
import { addressOf, placeOf, regionsOf } from "./AwsRegions.js"

interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

const ownKeys = (credentials: AwsCredentials): Keys => ({
  accessKeyId: credentials.access_key_id,
  secretAccessKey: Redacted.value(credentials.secret_access_key)
})

/**
 * The keys of an assumed role, from the credentials that AssumeRole returned.
 *
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html
 */
const roleKeys = (authorization: string): Keys => {
  const { AccessKeyId, SecretAccessKey, SessionToken } = JSON.parse(authorization.replace(/^Bearer /, ""))
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
}

/** Epoch milliseconds in the basic ISO 8601 format that signatures need, such as `20240520T083000Z`. */
const toBasic = (now: number): string => new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "")

/** The headers of a request signed with Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
const signed = async (request: Signable, [service, region]: readonly [service: string, region: string], keys: Keys) => {
  const { method, url, body, now } = request
  const { authorization: _, ...headers } = request.headers
  const signer = new AwsV4Signer({ ...keys, method, url, headers, body, service, region, datetime: toBasic(now) })
  return Object.fromEntries((await signer.sign()).headers)
}

/** Signs requests to a service, such as `inspector2`, and to STS: with the keys of the assumed role, or with the user's own keys if there is no role. */
export const signRequest =
  (service: string, credentials: AwsCredentials) =>
  (request: Signable): Promise<Readonly<Record<string, string>>> => {
    const { authorization } = request.headers
    const keys = authorization === undefined ? ownKeys(credentials) : roleKeys(authorization)
    return signed(request, placeOf(request.url, service, regionsOf(credentials)[0]), keys)
  }

/**
 * The AssumeRole call that returns the keys of the role; null if the customer entered no role.
 *
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export const assumeRole = (credentials: AwsCredentials): Authentication.TokenSource | null => {
  const { role_arn, external_id } = credentials
  if (role_arn === null) return null
  const [region] = regionsOf(credentials)
  const form = { Action: "AssumeRole", Version: "2011-06-15", RoleArn: role_arn, RoleSessionName: "tributary" }
  return {
    url: `${addressOf("sts", region)}/`,
    form: external_id === null ? form : { ...form, ExternalId: external_id },
    token: "AssumeRoleResponse.AssumeRoleResult.Credentials",
    expiresAt: "AssumeRoleResponse.AssumeRoleResult.Credentials.Expiration",
    sign: (request) => signed(request, ["sts", region], ownKeys(credentials))
  }
}
