import { Effect } from "effect"
import { expect } from "vitest"
import { Browser } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"

// biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
export type Json = any

export const CONSENT = "OAUTH2_AUTHORIZATION_CODE"

/** A world whose customers have links. */
export const make = (options: ConsentWorld.Options) =>
  Effect.gen(function* () {
    const common = yield* ConsentWorld.make(options)
    const { ask, connections, open, sendWith } = common
    const links = connections.replace(/connections$/, "connect-sessions")
    const link = (body: object = {}) => ask("POST", links, body)
    /** The requests of a session that was just opened. */
    const session = (body: object = {}) =>
      Effect.gen(function* () {
        const made = yield* link(body)
        expect(made.status, made.text).toBe(201)
        const { id, url } = made.json as Json
        const path = `/connect-sessions/${id}`
        const opened = yield* sendWith({ Authorization: `Bearer ${new URL(url).hash.slice(1)}` })(
          "POST",
          `${path}/open`
        )
        const sent = sendWith({ Authorization: `Bearer ${(opened.json as Json).token}` })
        const bodyOf = (reply: { readonly json: unknown }): Json => reply.json
        return {
          id,
          revoke: ask("DELETE", `${links}/${id}`),
          view: Effect.map(sent("GET", path), bodyOf),
          test: (body: object) => sent("POST", `${path}/test`, body),
          connect: (body: object) => sent("POST", `${path}/connection`, body),
          connection: Effect.map(sent("GET", `${path}/connection`), bodyOf)
        }
      })
    /** Opens an address of a consent in a browser, gives the consent or not, and returns the page at the end. */
    const consent = (url: string, gives = true) =>
      Effect.gen(function* () {
        const browser = new Browser()
        const connection = { oauth2_authorize_url: url } as ConsentWorld.Connection
        return yield* open(browser, yield* common.visit(browser, connection, gives))
      })
    return { ...common, consent, link, links, session }
  })
