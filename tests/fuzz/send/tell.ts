import type { Reply } from "./Client.js"
import type { Request } from "./Request.js"

const LONGEST_BODY = 2_000
const LONGEST_ANSWER = 1_500

/** A text as a shell reads it. */
const quoted = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? `'${text.replaceAll("'", "'\\''")}'`
    : `$'${text.replace(/[\\']/g, "\\$&").replace(/[^\x20-\x7e]/g, (char) => {
        const bytes = [...Buffer.from(char, "utf8")].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`)
        return bytes.join("")
      })}'`

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} ... (${text.length.toLocaleString("en")} characters)`

/** A request as a command that sends it again. Only `--only` repeats bytes that no client sends, and long bodies. */
export const tellRequest = (baseUrl: string, { body, distortion, headers, method, target }: Request): string =>
  [
    `curl -g --path-as-is -X ${method} ${quoted(`${baseUrl}${target}`)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-binary ${shortened(quoted(body.toString()), LONGEST_BODY)}`]),
    ...(distortion === null ? [] : [`# distorted: ${distortion}`])
  ].join(" ")

/** The status, the headers and the beginning of an answer. */
export const tellReply = ({ body, headers, status }: Reply): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${status} (${lines.join(", ")}) ${shortened(body.toString(), LONGEST_ANSWER)}`
}
