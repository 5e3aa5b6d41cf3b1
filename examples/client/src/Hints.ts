import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"

/** Pauses between polls that end early when a webhook tells of a change. */
export interface Hints {
  /** Waits so long, or until a hint came since the last wait began. */
  readonly rest: (millis: number) => Promise<void>
}

/** The longest message, in characters; they have some hundred. */
const MAX_LENGTH = 65_536

/**
 * Whether the message has a signature of the secret, as Standard Webhooks describes it. How old it is does not matter here: an old hint costs
 * a poll, and the clock of this machine may be wrong.
 */
const isGenuine = (headers: IncomingHttpHeaders, body: string, secret: string): boolean => {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures = "" } = headers
  const key = Buffer.from(secret.replace("whsec_", ""), "base64")
  const expected = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest()
  return String(signatures)
    .split(" ")
    .some((each) => {
      const sent = Buffer.from(each.replace("v1,", ""), "base64")
      return sent.length === expected.length && timingSafeEqual(sent, expected)
    })
}

/** Listens for the hints of a webhook about this connection; without a port and a secret, pauses last their whole time. */
export const listen = (
  { MIRROR_PORT: port, MIRROR_SECRET: secret }: NodeJS.ProcessEnv,
  connectionId: string
): Hints => {
  let isHinted = false
  let wake = (): void => {}
  const hint = () => {
    isHinted = true
    wake()
  }
  if (port && secret)
    createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (part: string) => {
        body += part
        if (body.length > MAX_LENGTH) request.destroy()
      })
      request.on("end", () => {
        const isOurs = isGenuine(request.headers, body, secret)
        response.writeHead(isOurs ? 204 : 401).end()
        // What the message says of the change is not used: it may be late, doubled or out of order.
        if (isOurs && JSON.parse(body).data.connection_id === connectionId) hint()
      })
    }).listen(Number(port))
  return {
    rest: (millis) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => wake(), millis)
        wake = () => {
          clearTimeout(timer)
          wake = () => {}
          isHinted = false
          resolve()
        }
        if (isHinted) wake()
      })
  }
}
