import { createHmac } from "node:crypto"
import { Redacted } from "effect"

const PREFIX = "whsec_"

/** What is signed. */
export interface Signed {
  /** The id of the message, the same in each attempt. */
  readonly id: string
  /** When it is sent, in whole seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

const signatureOf = ({ body, id, timestamp }: Signed, secret: Redacted.Redacted): string => {
  const key = Buffer.from(Redacted.value(secret).slice(PREFIX.length), "base64")
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
}

/** The headers of a message, with a signature of each secret, as Standard Webhooks describes them. */
export const headersOf = (
  signed: Signed,
  secrets: ReadonlyArray<Redacted.Redacted>
): Readonly<Record<string, string>> => ({
  "webhook-id": signed.id,
  "webhook-timestamp": String(signed.timestamp),
  "webhook-signature": secrets.map((secret) => signatureOf(signed, secret)).join(" ")
})
