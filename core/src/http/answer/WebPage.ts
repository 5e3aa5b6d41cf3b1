/*
 * An address that leads to a website instead of an API answers with a page. The error names only its kind, never its text, because the text can be anything.
 * Each step goes through the text once, because whoever enters an address decides what answers there.
 */

const decoder = new TextDecoder()

/** How much of a page is looked at, in bytes: its head. */
const MAX_READ = 16_384

/** How much of a tag is looked at, in characters. */
const MAX_TAG = 1_000

const TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const START = /^<(?:!doctype\s{1,10}html|html|head)\b/i

const SIGN_IN = /\b(?:sign|log)[\s-]?(?:in|on)\b|\bsso\b|single sign[\s-]?on/i
const PASSWORD = /\btype\s{0,10}=\s{0,10}["']?password\b/i

/** A page that means something special at a vendor. */
export interface KnownPage {
  /** Matches the title of the page. */
  readonly title: RegExp
  /** What is wrong with an address that answers with it, in words that follow "this address cannot be used:". */
  readonly fault: string
}

/** An answer as it was received. */
interface Answer {
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, as far as it was read. */
  readonly bytes: Uint8Array
}

const COMMENT = "<!--"
const COMMENT_END = "-->"

/** The text from its first element on. */
const withoutComments = (text: string): string => {
  let rest = text.trimStart()
  while (rest.startsWith(COMMENT)) {
    const end = rest.indexOf(COMMENT_END, COMMENT.length)
    if (end < 0) return ""
    rest = rest.slice(end + COMMENT_END.length).trimStart()
  }
  return rest
}

const headOf = ({ bytes, headers }: Answer): string | null => {
  const head = decoder.decode(bytes.subarray(0, MAX_READ)).trimStart()
  const isPage = TYPE.test(headers["content-type"] ?? "")
    ? head.startsWith("<")
    : START.test(withoutComments(head).slice(0, MAX_TAG))
  return isPage ? head : null
}

/** The tags that begin with `start`, and the position behind each. */
function* tagsOf(head: string, start: RegExp) {
  let from = 0
  for (const { index } of head.matchAll(start)) {
    // Within the tag before.
    if (index < from) continue
    const end = head.indexOf(">", index)
    if (end < 0) return
    from = end + 1
    yield { tag: head.slice(index, Math.min(end, index + MAX_TAG)), end: from }
  }
}

const titleOf = (head: string): string => {
  for (const { end } of tagsOf(head, /<title\b/gi)) {
    const close = head.indexOf("<", end)
    return close < 0 ? "" : head.slice(end, close)
  }
  return ""
}

const asksForPassword = (head: string): boolean => {
  for (const { tag } of tagsOf(head, /<input\b/gi)) if (PASSWORD.test(tag)) return true
  return false
}

/**
 * What is wrong with an address whose answer is a web page, in words that follow "this address cannot be used:"; null for any other answer,
 * and for the page of an error that the vendor's connector does not know, which may be gone the next time.
 */
export const faultOf = (answer: Answer, known: ReadonlyArray<KnownPage> = []): string | null => {
  const head = headOf(answer)
  if (head === null) return null
  const title = titleOf(head)
  const special = known.find((page) => page.title.test(title))
  if (special !== undefined) return special.fault
  if (answer.status < 200 || answer.status >= 300) return null
  return SIGN_IN.test(title) || asksForPassword(head)
    ? "it answers with a sign-in page instead of the vendor's API"
    : "it answers with a web page instead of the vendor's API"
}
