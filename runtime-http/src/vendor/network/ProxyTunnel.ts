import { request } from "node:http"
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net"
import { connect as connectTls, type SecureContext } from "node:tls"

/** What a tunnel needs. */
export interface ProxyTunnelSettings {
  readonly proxy: URL
  /** How the proxy's own name is resolved: it is the operator's, so no rule about addresses is for it. */
  readonly lookup: LookupFunction
  /** The authorities that may have signed the certificate of a proxy that is called with https. */
  readonly secureContext: SecureContext | undefined
  readonly timeoutMillis: number
}

/** Asks the proxy for a connection to a host and port. */
export type Open = (authority: string, done: (...answer: [Error, null] | [null, Socket]) => void) => void

/** The code of the error that `ConnectionFailure` of core words. None is about the customer's address. */
type Code =
  | "PROXY_UNREACHABLE"
  | "PROXY_TLS"
  | "PROXY_CREDENTIALS"
  | "PROXY_REFUSED"
  | "PROXY_FAILED"
  | "PROXY_CERTIFICATE"

/** The message has nothing of the proxy's address or answer: both may contain its password. */
const failure = (code: Code, what: string): Error =>
  Object.assign(new Error(`The proxy of this server (HTTPS_PROXY) ${what}`), { code })

/** What fails while there is no answer yet. Once the proxy is reached, it waits for the vendor, and that may be what does not answer. */
const failures = {
  PROXY_UNREACHABLE: "cannot be reached",
  PROXY_TLS: "does not speak TLS with a certificate that is trusted",
  PROXY_FAILED: "made no connection"
} as const

const refusal = (status: number): Error => {
  if (status === 407) return failure("PROXY_CREDENTIALS", "does not accept its user name and password (407)")
  if (status < 500) return failure("PROXY_REFUSED", `refused the connection (${status})`)
  return failure("PROXY_FAILED", `could not connect (${status})`)
}

/** What TLS says of a chain of certificates whose authority is not known. One certificate alone is the vendor's: a proxy shows that it has signed its own. */
const UNTRUSTED: ReadonlyArray<unknown> = ["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"]

/** The error of TLS within a tunnel: a proxy that opens connections shows certificates of an authority of its own. */
export const withinTunnel = (error: NodeJS.ErrnoException): Error =>
  UNTRUSTED.includes(error.code)
    ? failure("PROXY_CERTIFICATE", "may have shown a certificate of its own, of an authority that is not trusted")
    : error

const authorization = ({ password, username }: URL): Readonly<Record<string, string>> => {
  if (username === "" && password === "") return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }
}

/** Opens tunnels through a proxy with CONNECT (RFC 9110, 9.3.6). */
export const make = ({ lookup, proxy, secureContext, timeoutMillis }: ProxyTunnelSettings): Open => {
  const isTls = proxy.protocol === "https:"
  const host = proxy.hostname.replace(/^\[|\]$/g, "")
  const usualPort = isTls ? 443 : 80
  const port = proxy.port === "" ? usualPort : Number(proxy.port)
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const connect = () =>
    isTls
      ? connectTls({ host, port, lookup, ...servername, ...(secureContext === undefined ? {} : { secureContext }) })
      : connectTcp({ host, port, lookup })

  return (authority, done) => {
    let isDone = false
    let stage: keyof typeof failures = "PROXY_UNREACHABLE"
    const end = (...answer: [Error, null] | [null, Socket]) => {
      clearTimeout(timer)
      if (!isDone) done(...answer)
      isDone = true
    }
    const asked = request({
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      createConnection: () =>
        connect()
          .once("connect", () => {
            stage = isTls ? "PROXY_TLS" : "PROXY_FAILED"
          })
          .once("secureConnect", () => {
            stage = "PROXY_FAILED"
          })
    })
    const timer = setTimeout(() => {
      asked.destroy()
      // What accepts a connection and says nothing shows no certificate that could be wrong.
      const code = stage === "PROXY_TLS" ? "PROXY_UNREACHABLE" : stage
      end(failure(code, failures[code]), null)
    }, timeoutMillis)
    asked.once("connect", ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head)
        return end(null, socket)
      }
      socket.destroy()
      end(refusal(statusCode), null)
    })
    asked.on("error", () => end(failure(stage, failures[stage]), null))
    asked.end()
  }
}
