// http/connect: the page with which customers connect their tools, and what it loads. It is a client of the API, as any other.

import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import * as Logo from "../parts/Logo.js"
import type { PlainRoute } from "../server/request/Incoming.js"
import * as Answer from "../server/response/Answer.js"
import * as ConnectPage from "./ConnectPage.js"
import * as PageAssets from "./PageAssets.js"
import type { PageSettings } from "./PageSettings.js"

/** An asset has a hash of its content in its name, so no cache ever has to ask for it again. */
const forEver = { "cache-control": "public, max-age=31536000, immutable" }

/** The script that frames the page has the same address in every release. */
const forMinutes = {
  "cache-control": "public, max-age=300",
  // Pages of other origins load it.
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*"
}

const respond = ({ bytes, contentType }: PageAssets.Asset, headers: Readonly<Record<string, string>>) =>
  Answer.lasting(HttpServerResponse.uint8Array(bytes, { contentType, headers }))

/** Everything that browsers load, made once. */
const assemble = (settings: PageSettings) => {
  const assets = PageAssets.read()
  return {
    page: ConnectPage.make(assets, settings),
    embed: respond(assets.embed, forMinutes),
    files: new Map([...assets.files].map(([name, asset]) => [name, respond(asset, forEver)]))
  }
}

const notFound = Errors.make("PathNotFound")

/** Serves the page to browsers. */
export const routes = (settings: PageSettings): Effect.Effect<ReadonlyArray<PlainRoute>> =>
  Effect.gen(function* () {
    // Read on the first request: most processes of an installation never show it.
    const assembled = yield* Effect.cached(Effect.sync(() => assemble(settings)))
    const { logo } = settings
    const logoAnswer = logo === null ? notFound : Effect.succeed(respond(logo, Logo.headers))
    return [
      { template: "/connect/:session_id", answer: () => Effect.map(assembled, ({ page }) => page) },
      { template: "/connect/embed.js", answer: () => Effect.map(assembled, ({ embed }) => embed) },
      { template: "/connect/logo", answer: () => logoAnswer },
      {
        template: "/connect/assets/:file",
        answer: ({ file = "" }) => Effect.flatMap(assembled, ({ files }) => files.get(file) ?? notFound)
      }
    ]
  })
