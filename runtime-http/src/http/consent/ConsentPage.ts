import { randomBytes } from "node:crypto"
import { HttpServerResponse } from "@effect/platform"
import { escaped, nameIn, plainName } from "../server/response/HtmlText.js"

/** What a page says about a consent. */
export interface Message {
  readonly status: number
  readonly title: string
  readonly text: string
  /** Whether the window closes if a script has opened it; false by default. */
  readonly closes?: boolean
  /** After how many seconds the customer may try again; null, and by default, if that is not known. */
  readonly retryAfterSecs?: number | null
}

/** What a customer reads before the browser goes to the vendor's page. */
export interface Invitation {
  /** The name of the product; null if the operator has set none. */
  readonly product: string | null
  readonly organization: string
  /** The source tool. */
  readonly tool: string
  /** What is read, in words such as "users". */
  readonly reads: ReadonlyArray<string>
  /** The permissions that the vendor's page asks for, in its words. */
  readonly scopes: ReadonlyArray<string>
  /** Where the customer goes on, relative to the page. */
  readonly next: string
}

const NONCE_BYTES = 16

const style = [
  ":root { color-scheme: light dark }",
  "body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem }",
  "h1 { font-size: 1.25rem }",
  "h1, p, li { overflow-wrap: anywhere }",
  ".next { display: inline-block; padding: 0.6rem 1.2rem; border-radius: 0.4rem; background: #1f5fbf; color: #fff; font-weight: 600; text-decoration: none }"
].join("\n")

// A browser closes no window that a person has opened, so that whoever followed the link in a tab reads the text.
const CLOSE = "window.close()"

interface Page {
  readonly status: number
  readonly title: string
  /** The title as HTML; by default as the browser's tab shows it. */
  readonly heading?: string
  /** HTML. */
  readonly content: string
  readonly script?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A page that loads nothing, may not be framed, and runs nothing but its own script. */
const respond = ({
  content,
  headers = {},
  script,
  status,
  title,
  heading = escaped(title)
}: Page): HttpServerResponse.HttpServerResponse => {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url")
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${style}</style>
<main>
<h1>${heading}</h1>
${content}
</main>
${script === undefined ? "" : `<script nonce="${nonce}">${script}</script>\n`}</html>
`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ]
  return HttpServerResponse.text(html, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...headers, "content-security-policy": policy.join("; ") }
  })
}

const paragraph = (html: string): string => `<p>${html}</p>`

/** A page that says how something ended. */
export const make = ({
  closes = false,
  retryAfterSecs = null,
  status,
  text,
  title
}: Message): HttpServerResponse.HttpServerResponse =>
  respond({
    status,
    title,
    content: paragraph(escaped(text)),
    headers: retryAfterSecs === null ? {} : { "retry-after": String(retryAfterSecs) },
    ...(closes ? { script: CLOSE } : {})
  })

const list = new Intl.ListFormat("en")

/** The page that a browser is shown before it goes to the vendor's page, so that nobody consents without knowing for whom. */
export const invite = (
  { next, organization, product, reads, scopes, tool }: Invitation,
  headers: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => {
  const [from, to] = [nameIn(tool), nameIn(organization)]
  const reader = product === null ? "this service" : nameIn(product)
  const known = product === null ? to : `${reader} or ${to}`
  // Not a form: browsers hold the policy for forms against the addresses to which its answer leads.
  const content = [
    paragraph(
      `With your consent, ${reader} reads data from ${from} for ${to}${reads.length === 0 ? "" : `: ${escaped(list.format(reads))}`}.`
    ),
    ...(scopes.length === 0
      ? []
      : [
          paragraph(`${from} will ask you for these permissions:`),
          `<ul>${scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join("")}</ul>`
        ]),
    paragraph(
      `Whoever uses ${reader} for ${to} sees this data. If you do not know ${known}, or did not expect this page, close it.`
    ),
    `<p><a class="next" href="${escaped(next)}">Continue to ${from}</a></p>`
  ]
  return respond({
    status: 200,
    title: `Connect ${plainName(tool)} to ${plainName(organization)}`,
    heading: `Connect ${from} to ${to}`,
    content: content.join("\n"),
    headers
  })
}
