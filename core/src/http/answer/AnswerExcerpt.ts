/*
 * Says what a vendor sent instead of an answer, so that its support can find the cause. The text can be anything: a page of
 * a proxy, the start of the customer's data, a token. So only words from a fixed list are quoted, and the marks between them.
 */

/** The words that say what kind of answer it is: those of HTML, of error messages, and the names of fields around lists. */
const WORDS: ReadonlySet<string> = new Set(
  (
    "html head body title meta script style link div span p h1 h2 h3 center doctype xml soap envelope fault pre br hr " +
    "access account allowed application bad balancer blocked busy captcha cloudflare code connection continue data denied detail details " +
    "down entity entries error errors exceeded exception expired failed failure firewall forbidden found gateway have in inactive " +
    "internal invalid is issues items json license limit links list load log login maintenance message meta method missing moved next not null " +
    "object of on origin output page permission please proxy rate reason records redirect refused request required resource resources " +
    "response result results rows security server service session sign sleeping sso status success suspended temporarily temporary " +
    "timeout timed to token too total try unable unauthorized unavailable under undefined unknown upstream url users value values waf " +
    "true false"
  ).split(" ")
)

const WORD = /[^\s<>/{}[\](),:;"'=!?&#|]+/g
const MASK = "…"

/** How much of the answer is looked at, in characters, and how much of it is quoted. */
const MAX_READ = 400
const MAX_QUOTED = 120

/** A run of masked words without any that is quoted, such as a row of the customer's data, and how much of it shows the form. */
const NOISE = /[^a-z]{25,}/gi
const MAX_NOISE = 12

const shortened = (noise: string, at: number, text: string): string => {
  const isBeforeWord = at + noise.length < text.length && noise.endsWith('"')
  return `${noise.slice(0, MAX_NOISE).replace(/…$/, "")}${MASK} ${isBeforeWord ? '"' : ""}`
}

const withoutMask = (text: string): string => {
  const rest = text.trimEnd()
  return rest.endsWith(MASK) ? rest.slice(0, -MASK.length).trimEnd() : rest
}

/** The start of a text, in which every word that could be personal or secret is masked. */
const quote = (text: string): string => {
  const masked = text
    .slice(0, MAX_READ)
    .replace(WORD, (word) => (WORDS.has(word.toLowerCase()) ? word : MASK))
    .replace(/\s+/g, " ")
    .replace(/…(?:[ ]…)+/g, MASK)
    .replace(NOISE, shortened)
    .trim()
  return masked.length > MAX_QUOTED || text.length > MAX_READ ? `${withoutMask(masked.slice(0, MAX_QUOTED))} …` : masked
}

const TYPE = /^\s*((?:application|audio|image|message|multipart|text|video)\/[a-z0-9.+-]{1,40})\s*(?:;|$)/i

const typeOf = (header: string | undefined): string =>
  header === undefined ? "no content type" : (TYPE.exec(header)?.[1]?.toLowerCase() ?? "an unknown content type")

const NUMBER = new Intl.NumberFormat("en-US")

/** What was received: status, content type, length and the redacted start; not even that of an answer with a token. */
export const describe = (answer: {
  /** The HTTP status. */
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, as far as it was read. */
  readonly bytes: Uint8Array
  /** Whether the answer may be a token. */
  readonly isSecret: boolean
}): string => {
  const { bytes, headers, isSecret, status } = answer
  const encoding = headers["content-encoding"]
  const packed = encoding !== undefined && /^(br|compress|deflate|gzip|zstd)$/i.test(encoding) ? `, ${encoding}` : ""
  const start = isSecret ? "" : quote(new TextDecoder().decode(bytes.subarray(0, 4 * MAX_READ)))
  const said = `status ${status}, ${typeOf(headers["content-type"])}${packed}, ${NUMBER.format(bytes.length)} bytes`
  return start === "" ? `(${said})` : `(${said}: ${start})`
}
