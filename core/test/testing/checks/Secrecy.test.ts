import { expect, it } from "@effect/vitest"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect } from "effect"
import { acme, ask, byHand, replies } from "../Acme.js"

const NAME = "no credential appears in a log line, span, error, checkpoint or record"

/** A key as a test gives it, because the planted one does not match the pattern of its field. */
const GIVEN = "acme_0123456789abcdef"

it("a key that a test gives is secret, too", async () => {
  const logging = acme({ users: byHand({ ask: (url) => Effect.zipRight(Effect.logDebug(`with ${GIVEN}`), ask(url)) }) })
  const plain = { http: () => ({ headers: {} }) }
  for (const [connector, isKept] of [
    [{ ...logging, http: acme(plain).http }, false],
    [acme(plain), true]
  ] as const) {
    const checks = ConnectorTest.checks(connector, { replies, credentials: { api_key: GIVEN } })
    const run = async () => checks.find(({ name }) => name === NAME)?.run()
    await (isKept ? expect(run()).resolves.toBeUndefined() : expect(run()).rejects.toThrow("with [CREDENTIAL]"))
  }
})

it("a reply that nothing asks for is named with the nearest request", async () => {
  const check = async (key: string) => {
    const all = ConnectorTest.checks(acme(), { replies: { ...replies, [key]: { body: [] } } })
    await all.find(({ name }) => name.startsWith("every page"))?.run()
  }
  await expect(check("GET /users?since=2021-05-05")).rejects.toThrow(
    "No request of a full scan or of a delta matched these scripted replies: GET /users?since=2021-05-05 (the nearest request was GET https://vendor.example/users?"
  )
  await expect(check("GET /people")).rejects.toThrow("GET /people (nothing was requested at its path)")
})
