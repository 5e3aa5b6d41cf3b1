import { Effect, Stream } from "effect"
import { nextLinkOf } from "../../../core/src/extract/walk/Pagination.js"
import * as AnswerBody from "../../../core/src/http/answer/AnswerBody.js"
import * as AnswerErrors from "../../../core/src/http/answer/AnswerErrors.js"
import * as AnswerExcerpt from "../../../core/src/http/answer/AnswerExcerpt.js"
import * as WebPage from "../../../core/src/http/answer/WebPage.js"
import * as Tenant from "../../../core/src/http/Tenant.js"
import * as VendorError from "../../../core/src/http/VendorError.js"
import { repeated, rows, type TextStep } from "../TextStep.js"
import { ANSWER, BOUNDS, HEADERS, ROWS } from "./bounds.js"

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads a body while its parts arrive, with a turn of the event loop before each. */
const readBody = (parts: ReadonlyArray<Uint8Array>) => {
  const stream = Stream.mapEffect(Stream.fromIterable(parts), (part) => Effect.as(Effect.promise(turn), part))
  return Effect.ignore(AnswerBody.read({ stream }, BOUNDS))
}

const partsOf =
  (size: number) =>
  (length: number): ReadonlyArray<Uint8Array> =>
    Array.from({ length: Math.max(1, Math.floor(length / size)) }, () => new Uint8Array(size).fill(97))

/** Asks no vendor, because nothing of the tenant is unknown. */
const guard = Tenant.makeGuard(
  { id: "a", covers: [], ofRow: (row) => new URL((row as { readonly self: string }).self).host },
  () => Effect.die("no request")
)

const page = (html: string) => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  bytes: Buffer.from(html)
})

export const answerSteps: ReadonlyArray<TextStep> = [
  ...rows("body of an answer", ANSWER, readBody, { parts: partsOf(65_536) }),
  ...rows("web page", 16_384, (html: string) => WebPage.faultOf(page(html)), {
    "comments that never end": repeated("<!---->"),
    "parts of comments": repeated("<!-", "<!--"),
    "titles that never end": repeated("<title", "<html>"),
    "titles that end once": repeated("<title", "<html>", ">"),
    "inputs that never end": repeated("<input ", "<html>"),
    "inputs that end": repeated("<input type>", "<html>"),
    "one input": repeated("type type=", "<html><input ", ">"),
    "white space": repeated(" ", "", "x")
  }),
  ...rows(
    "excerpt",
    ANSWER,
    (text: string) =>
      AnswerExcerpt.describe({
        status: 200,
        headers: { "content-type": text.slice(0, HEADERS) },
        bytes: Buffer.from(text.slice(0, 2_000)),
        isSecret: false
      }),
    {
      "white space": repeated(" "),
      words: repeated("aaa "),
      marks: repeated('"')
    }
  ),
  ...rows("Link header", HEADERS, nextLinkOf, {
    "links that never end": repeated("<"),
    "many links": repeated("<>,"),
    "many parameters": repeated(";rel", "<a>"),
    "white space": repeated("\t", "<a>;rel=", "x"),
    "many relations": repeated("next\tx", '<a>;rel="'),
    quotes: repeated('"', "<a>;rel="),
    backslashes: repeated("\\", '<a>;rel="')
  }),
  ...rows(
    "tenants of rows",
    ROWS,
    (page: ReadonlyArray<unknown>) => Effect.ignore(Effect.flatMap(guard, ({ admit }) => admit("/users", page))),
    {
      "many tenants": (length) =>
        Array.from({ length }, (_, index) => ({ self: `https://${index}.example/rest/api/3/user?accountId=1` }))
    }
  ),
  ...rows("Retry-After header", HEADERS, (text: string) => VendorError.parseRetryAfter(text, 0), {
    digits: repeated("1"),
    "white space": repeated(" ", "1", "x")
  }),
  ...rows(
    "errors in an answer",
    100_000,
    (body: unknown) => AnswerErrors.reportedIn({ at: "errors[].code", codes: { A: 401 } }, body, true),
    {
      "many errors": (length) => ({ errors: Array.from({ length: length }, () => ({ code: "B" })) })
    }
  )
]
