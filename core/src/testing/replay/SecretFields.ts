import { isSecret } from "../../record/SecretNames.js"

/* What holds a credential in a recorded exchange, by its name: fields, parameters such as the signature of a link, and headers. */

export { isSecret } from "../../record/SecretNames.js"

/** What stands in a recording instead of a credential. */
export const REDACTED = "[REDACTED]"

/** A parameter that signs an address; a field of this name is one of the vendor's rows, such as the signature of malware. */
const SIGNATURE = /(?:signature|\bsig)$/i

const CURSOR_HEADER = /page|next|previous|continu|cursor|skip|delta|sync/

const SECRET_HEADER = /cookie|authorization|authenticate|session|secret|api-?key|password|credential|signature/

/** Whether the value of a parameter of this name is a credential. */
export const isSecretParameter = (name: string, value: string): boolean => SIGNATURE.test(name) || isSecret(name, value)

/** Whether a header of a response, whose name is in lower case, holds a session or a credential. */
export const isSecretHeader = (name: string): boolean =>
  SECRET_HEADER.test(name) || (name.includes("token") && !CURSOR_HEADER.test(name))

/** Parameters of an address or a form. */
const PARAMETER = /(^|[?&#;])([\w.-]+)=([^&#;\s"'<>\\]+)/g
/** Fields of JSON. */
const FIELD = /"([^"\\\n]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g
/** Elements of XML. */
const ELEMENT = /<((?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?)>([^<>]+)<\//g

/** A text of any format without the credentials that it names. */
export const hideIn = (text: string): string =>
  text
    .replace(PARAMETER, (all, before: string, name: string, value: string) =>
      isSecretParameter(name, value) ? `${before}${name}=${REDACTED}` : all
    )
    .replace(FIELD, (all, name: string, between: string, value: string) =>
      isSecret(name, value) ? `"${name}"${between}"${REDACTED}"` : all
    )
    .replace(ELEMENT, (all, tag: string, name: string, value: string) =>
      isSecret(name, value) ? `<${tag}>${REDACTED}</` : all
    )
