import { type ConnectorTest, ScriptedIssuer, ScriptedVendor } from "@tributary/core/testing"
import * as VendorServer from "./VendorServer.js"

/** A vendor with an issuer of tokens, over HTTP: its API answers from a script whoever sends a token that the issuer accepts. */
export interface ConsentServer {
  readonly url: string
  readonly issuer: ScriptedIssuer.ScriptedIssuer
  /** Calls this before each answer of the API, with how many there were. */
  readonly onAsked: (listener: (count: number) => void) => void
  readonly stop: () => Promise<void>
}

/** The address that the server sees of itself. */
const OWN = "http://vendor"

/** Starts the vendor, whose page and token endpoint are at these paths. */
export const start = async (
  replies: ConnectorTest.Replies,
  {
    authorizePath,
    client,
    tokenPath
  }: {
    readonly authorizePath: string
    readonly tokenPath: string
    readonly client: ScriptedIssuer.IssuerOptions["client"]
  }
): Promise<ConsentServer> => {
  const oauth2 = { authorizeUrl: `${OWN}${authorizePath}`, tokenUrl: `${OWN}${tokenPath}` }
  const issuer = ScriptedIssuer.make({ oauth2, client })
  let asked = 0
  let listener = (_: number): void => {}
  const answerOf = ({ body, headers, method, url }: VendorServer.Asked): ConnectorTest.Reply => {
    const { authorization = "" } = headers
    const reply = issuer.answer({ method, url, headers: { authorization }, body })
    if (reply !== null) return reply
    asked += 1
    listener(asked)
    if (!issuer.accepts(authorization.replace(/^Bearer /, ""))) return { status: 401 }
    return ScriptedVendor.answer(replies, method, url, ScriptedVendor.received(body)).reply
  }
  const { stop, url } = await VendorServer.start((request) => {
    const { content, headers, status } = ScriptedVendor.sentAs(answerOf(request))
    return { status, headers, body: content }
  })
  return {
    url,
    issuer,
    onAsked: (next) => {
      listener = next
    },
    stop
  }
}
