import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { Context } from "effect"

/** How many proxies of the operator are between the clients and this server; none by default. */
export class TrustedProxies extends Context.Reference<TrustedProxies>()("@tributary/runtime-http/TrustedProxies", {
  defaultValue: (): number => 0
}) {}

/** The addresses that proxies have added, the client first. A client may have sent some of them itself. */
const forwarded = ({ headers }: IncomingMessage): ReadonlyArray<string> =>
  [headers["x-forwarded-for"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((part) => part.trim())

/**
 * The address of the client: the one from which the outermost of the operator's proxies got the request, or the other end of the socket if
 * there are none. A header that is shorter than the number of proxies, or has no address there, did not come through them.
 */
export const of = (message: IncomingMessage, trustedProxies: number): string => {
  const own = message.socket.remoteAddress ?? ""
  const added = trustedProxies === 0 ? "" : (forwarded(message).at(-trustedProxies) ?? "")
  return isIP(added) === 0 ? own : added
}
