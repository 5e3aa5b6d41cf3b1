import { Schema } from "effect"
import * as ParameterText from "./ParameterText.js"

const MAX_URL = 2_000

const urlExpected = `Expected an https address of at most ${MAX_URL} characters without a user name and a password, or null; http is for addresses on this machine, such as http://localhost:3000`

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a customer may be sent back to the address: nobody on the way can change the page there, and no script runs. */
export const isReturnAddress = (text: string): boolean => {
  if (!ParameterText.isFit(text, MAX_URL) || !URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  if (`${password}${username}` !== "") return false
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))
}

/** Where a product gets its customer back; null for nowhere. */
export const ReturnUrl = Schema.NullOr(
  Schema.String.pipe(Schema.filter(isReturnAddress, { message: () => urlExpected }))
).annotations({
  message: () => ({ message: urlExpected, override: true }),
  jsonSchema: { type: ["string", "null"], format: "uri", maxLength: MAX_URL }
})
