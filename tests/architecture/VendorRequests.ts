import { Connector, VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect } from "effect"
import { scripts } from "../../examples/server/src/sandbox/Scripts.js"

/** A directory of Microsoft that the customer has entered by its domain. */
const byDomain: ConnectorTest.RunOptions = {
  credentials: { tenant_id: "acme.example" },
  replies: { "POST /acme.example/oauth2/v2.0/token": { body: { access_token: "token", expires_in: 3600 } } }
}

/** An account of Amazon that is read in a role. */
const byRole: ConnectorTest.RunOptions = {
  credentials: { role_arn: "arn:aws:iam::123456789012:role/security-reader" },
  replies: {}
}

/** Credentials with which a connector also asks other addresses, and the answers that it needs for that. */
const others: Readonly<Record<string, ConnectorTest.RunOptions>> = {
  AWS_INSPECTOR: byRole,
  AWS_SECURITYHUB: byRole,
  MS_DEFENDER_CLOUD: byDomain,
  MS_DEFENDER_ENDPOINT: byDomain,
  MS_ENTRA: byDomain,
  MS_INTUNE: byDomain
}

/** The address of a request, with the fields of its form as parameters: some vendors name the version there. */
const addressOf = ({ body, url }: ConnectorTest.ActionRequest): URL => {
  const address = new URL(url)
  if (typeof body === "string")
    for (const [name, value] of new URLSearchParams(body)) address.searchParams.set(name, value)
  return address
}

const runs = async (connector: Connector.Connector, options: ConnectorTest.RunOptions) => {
  const full = await ConnectorTest.run(connector, options)
  const changes = await ConnectorTest.run(connector, { ...options, deltas: full.deltas, since: "2024-05-01T00:00:00Z" })
  const access = await ConnectorTest.checkAccess(connector, options)
  const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send(Connector.checkOf(connector)))
  const check = await ConnectorTest.runAction(connector, send, options)
  return [full.requests, full.tenantRequests, changes.requests, access.requests, check.requests].flat()
}

/**
 * The addresses that a connector asks when it reads everything and then what has changed, tests its credentials, and asks whose data they
 * reach. Its vendor answers from a script.
 */
export const of = async (connector: Connector.Connector): Promise<ReadonlyArray<URL>> => {
  const { credentials, replies } = { credentials: {}, replies: {}, ...scripts[connector.vendor] }
  const asked = await runs(connector, { credentials, replies })
  const other = others[connector.vendor]
  if (other === undefined) return asked.map(addressOf)
  const options = {
    credentials: { ...credentials, ...other.credentials },
    replies: { ...replies, ...other.replies }
  }
  return [...asked, ...(await runs(connector, options))].map(addressOf)
}
