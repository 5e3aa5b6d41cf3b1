// http/reference: the OpenAPI document and the reference page, with its guides and everything that it loads.

import { createHash, randomBytes } from "node:crypto"
import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { type ApiServer, BASE_PATH } from "../../api/OpenApi.js"
import * as Errors from "../../api/parts/Errors.js"
import { openApiDocument } from "../../api/TributaryApi.js"
import type { PlainRoute } from "../server/request/Incoming.js"
import * as Answer from "../server/response/Answer.js"
import * as Guides from "./Guides.js"
import * as Page from "./Page.js"
import * as PageDocument from "./PageDocument.js"
import * as Renderer from "./Renderer.js"

const documentPath = `${BASE_PATH}/openapi.json` as const
const pagePath = `${BASE_PATH}/docs` as const
const filePath = `${BASE_PATH}/docs/:version/:file` as const
const chunkPath = `${BASE_PATH}/docs/:version/chunks/:file` as const

/** The names of the page's own parts, beside those of the renderer. */
const START = "start.js"
const DOCUMENT = "reference.json"

/** A part has its content in its address, so no cache ever has to ask for it again. */
const forEver = { "cache-control": "public, max-age=31536000, immutable" }

/** Redirects the bare address to the reference, for people who open it in a browser. */
const root = HttpServerResponse.empty({ status: 302, headers: { location: pagePath } })

const contentTypes: Readonly<Record<string, string>> = { js: "text/javascript", json: "application/json" }

const respond = ({ path, text }: Renderer.Part): HttpServerResponse.HttpServerResponse =>
  Answer.lasting(
    HttpServerResponse.uint8Array(Buffer.from(text), {
      contentType: contentTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain",
      headers: forEver
    })
  )

/** Everything that the page loads. */
interface Assembled {
  readonly addresses: Page.Addresses
  /** The parts by their path, which starts with the hash of all of them. */
  readonly answers: ReadonlyMap<string, HttpServerResponse.HttpServerResponse>
}

const assemble = (servers: ReadonlyArray<ApiServer>): Assembled => {
  const renderer = Renderer.read()
  const parts: ReadonlyArray<Renderer.Part> = [
    ...renderer,
    { path: START, text: Page.startScript(Renderer.MAIN, DOCUMENT) },
    { path: DOCUMENT, text: JSON.stringify(PageDocument.make(servers, Guides.read())) }
  ]
  const hash = createHash("sha256")
  for (const { path, text } of parts) hash.update(path).update("\0").update(text).update("\0")
  const version = hash.digest("hex").slice(0, 16)
  const addressOf = (path: string) => `docs/${version}/${path}`
  return {
    addresses: {
      start: addressOf(START),
      document: addressOf(DOCUMENT),
      modules: Renderer.loadedWith(Renderer.MAIN, renderer).map(addressOf)
    },
    answers: new Map(parts.map((part) => [`${version}/${part.path}`, respond(part)]))
  }
}

const NONCE_BYTES = 16

const page = (servers: ReadonlyArray<ApiServer>, addresses: Page.Addresses): HttpServerResponse.HttpServerResponse => {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url")
  const headers = { "content-security-policy": Page.policy(servers, nonce) }
  return HttpServerResponse.text(Page.html(addresses, nonce), { contentType: "text/html; charset=utf-8", headers })
}

/**
 * Serves the OpenAPI document and a reference page that loads nothing from other sites.
 *
 * `servers` are the base addresses that both show; when empty, they are relative to this server.
 */
export const routes = (servers: ReadonlyArray<ApiServer>): Effect.Effect<ReadonlyArray<PlainRoute>> =>
  Effect.gen(function* () {
    // Made on the first request: most processes never show them, and would only need more memory.
    const document = yield* Effect.cached(
      Effect.sync(() =>
        Answer.lasting(
          HttpServerResponse.uint8Array(Buffer.from(JSON.stringify(openApiDocument(servers))), {
            contentType: "application/json"
          })
        )
      )
    )
    const assembled = yield* Effect.cached(Effect.sync(() => assemble(servers)))
    const part =
      (below: string): PlainRoute["answer"] =>
      ({ file = "", version = "" }) =>
        Effect.flatMap(assembled, ({ answers }) => {
          const found = answers.get(`${version}/${below}${file}`)
          return found === undefined ? Errors.make("PathNotFound") : Effect.succeed(found)
        })
    return [
      { template: "/", answer: () => Effect.succeed(root) },
      { template: documentPath, headers: { "cache-control": "public, max-age=300" }, answer: () => document },
      { template: pagePath, answer: () => Effect.map(assembled, ({ addresses }) => page(servers, addresses)) },
      { template: filePath, answer: part("") },
      { template: chunkPath, answer: part("chunks/") }
    ]
  })
