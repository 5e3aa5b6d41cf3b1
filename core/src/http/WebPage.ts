/*
 * An address that leads to a website instead of an API answers with a page. Only its kind is told, never its text, which can be anything.
 */

const decoder = new TextDecoder()

/** How much of a page is looked at, in bytes: its head. */
const MAX_READ = 16_384

const TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const MARKUP = /^\s*</
const START = /^\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head)\b/is
const TITLE = /<title[^>]*>([^<]*)</i

const HIBERNATING = /\bhibernat(?:ing|ion|ed)\b/i
const SIGN_IN = /\b(?:sign|log)[\s-]?(?:in|on)\b|\bsso\b|single sign[\s-]?on/i
const PASSWORD = /<input\b[^>]*\btype\s*=\s*["']?password\b/i

/** An answer as it was received. */
interface Answer {
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, as far as it was read. */
  readonly bytes: Uint8Array
}

const headOf = ({ bytes, headers }: Answer): string | null => {
  const head = decoder.decode(bytes.subarray(0, MAX_READ))
  const isPage = TYPE.test(headers["content-type"] ?? "") ? MARKUP.test(head) : START.test(head)
  return isPage ? head : null
}

/**
 * What is wrong with an address whose answer is a web page, in words that follow "this address cannot be used:"; null for any other answer,
 * and for the page of an error, which may be gone the next time.
 *
 * ServiceNow's developer instances answer with a page whose title says that they hibernate, some with 200 and some with 503:
 * https://developer.servicenow.com/blog.do?p=/post/hibernation-and-developer-instances/
 */
export const faultOf = (answer: Answer): string | null => {
  const head = headOf(answer)
  if (head === null) return null
  const title = TITLE.exec(head)?.[1] ?? ""
  if (HIBERNATING.test(title)) return "the instance behind it hibernates; wake it up, then try again"
  if (answer.status < 200 || answer.status >= 300) return null
  return SIGN_IN.test(title) || PASSWORD.test(head)
    ? "it answers with a sign-in page instead of the vendor's API"
    : "it answers with a web page instead of the vendor's API"
}
