import { randomBytes } from "node:crypto"
import { HttpServerResponse } from "@effect/platform"
import { escaped } from "../server/response/HtmlText.js"

/** What a page says about a consent. */
export interface Message {
  readonly status: number
  readonly title: string
  readonly text: string
}

const NONCE_BYTES = 16

const style = [
  ":root { color-scheme: light dark }",
  "body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem }",
  "h1 { font-size: 1.25rem }"
].join("\n")

/** A page without scripts, which loads nothing and may not be framed. */
export const make = ({ status, text, title }: Message): HttpServerResponse.HttpServerResponse => {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url")
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${style}</style>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</html>
`
  return HttpServerResponse.text(html, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'` }
  })
}
