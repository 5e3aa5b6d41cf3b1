import { type ConnectorTest, ScriptedIssuer, ScriptedVendor } from "@tributary/core/testing"
import * as SignedIn from "./SignedIn.js"
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

/** A page before the sign-in. */
export interface GrantPage {
  /** Its path. */
  readonly path: string
  /** The address to which browsers are sent back; by default the one that they come with. */
  readonly redirectUri?: string
  /** The parameters with which they are sent back. */
  readonly brings: Readonly<Record<string, string>>
}

/** How the vendor asks for consents. */
export interface ConsentOptions {
  readonly authorizePath: string
  readonly tokenPath: string
  readonly client: ScriptedIssuer.IssuerOptions["client"]
  readonly grantPage?: GrantPage
  /** Who signs in; the vendor does not say by default. */
  readonly identity?: Omit<SignedIn.SignedInOptions, "clientId">
  /** Whether the API takes this token, too, such as one that the client gets itself; none by default. */
  readonly accepts?: (token: string) => boolean
}

const grantedBy = ({ brings, path, redirectUri }: GrantPage, { pathname, searchParams }: URL) => {
  if (pathname !== path) return null
  const back = new URL(redirectUri ?? searchParams.get("redirect_uri") ?? "")
  for (const [name, value] of Object.entries(brings)) back.searchParams.set(name, value)
  back.searchParams.set("state", searchParams.get("state") ?? "")
  return { status: 302, headers: { location: back.href } }
}

/** Starts the vendor, whose pages and token endpoint are at these paths. */
export const start = async (
  replies: ConnectorTest.Replies,
  { accepts = () => false, authorizePath, client, grantPage, identity, tokenPath }: ConsentOptions
): Promise<ConsentServer> => {
  const oauth2 = { authorizeUrl: `${OWN}${authorizePath}`, tokenUrl: `${OWN}${tokenPath}` }
  const issuer = ScriptedIssuer.make({ oauth2, client })
  const signedIn = identity === undefined ? null : SignedIn.make({ ...identity, clientId: client.clientId })
  let asked = 0
  let listener = (_: number): void => {}
  const answerOf = ({ body, headers, method, url }: VendorServer.Asked): ConnectorTest.Reply => {
    const { authorization = "" } = headers
    const page = grantPage === undefined ? null : grantedBy(grantPage, url)
    const reply = page ?? issuer.answer({ method, url, headers: { authorization }, body })
    if (reply !== null) return signedIn?.identified(reply) ?? reply
    const keys = signedIn?.keysAt(url.pathname) ?? null
    if (keys !== null) return keys
    asked += 1
    listener(asked)
    const token = authorization.replace(/^Bearer /, "")
    // The client itself gets tokens without one.
    const isTokenRequest = method === "POST" && authorization === ""
    if (!(isTokenRequest || issuer.accepts(token) || accepts(token))) return { status: 401 }
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
