import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as VisitCookie from "../../../src/http/consent/VisitCookie.js"
import * as VisitSecrets from "../../../src/http/consent/VisitSecrets.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"

const vaultOf = (keys: Redacted.Redacted) => Effect.map(MasterKeys.parse(keys), Vault.make)

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`

const page = VisitSecrets.pageOf(Buffer.from("one"))

describe("The secrets of a visit", () => {
  it.effect("are accepted for what they were made for, by whoever has the key", () =>
    Effect.gen(function* () {
      const before = yield* vaultOf(Redacted.make(key("a", 1)))
      const after = yield* vaultOf(Redacted.make(`${key("b", 2)},${key("a", 1)}`))
      const other = yield* vaultOf(Redacted.make(key("c", 3)))
      const state = VisitSecrets.make(before, "state")
      const own = VisitSecrets.make(before, page)
      expect([VisitSecrets.isOwn(before, "state", state), VisitSecrets.isOwn(after, "state", state)]).toEqual([
        true,
        true
      ])
      expect(VisitSecrets.isOwn(after, page, own)).toBe(true)
      for (const [vault, use, secret] of [
        [other, "state", state],
        [before, page, state],
        [before, "state", own],
        [before, VisitSecrets.pageOf(Buffer.from("other")), own],
        [before, "state", state.slice(1)],
        [before, "state", state.split(".")[0] ?? ""],
        [before, "state", `${state.split(".")[0]}.`],
        [before, "state", `${state.split(".")[0]}.short`],
        [before, "sign-in", state],
        [before, "state", ""]
      ] as const) {
        expect([secret, VisitSecrets.isOwn(vault, use, secret)]).toEqual([secret, false])
      }
    })
  )

  it.effect(
    "have the same verifier when the browser comes back, also after a new master key, and each another one",
    () =>
      Effect.gen(function* () {
        const before = yield* vaultOf(Redacted.make(key("a", 1)))
        const after = yield* vaultOf(Redacted.make(`${key("b", 2)},${key("a", 1)}`))
        const state = VisitSecrets.make(before, "state")
        const verifier = VisitSecrets.verifierOf(before, state)
        expect(verifier).toMatch(/^[\w-]{43}$/)
        expect(VisitSecrets.verifierOf(after, state)).toBe(verifier)
        expect(VisitSecrets.verifierOf(before, VisitSecrets.make(before, "state"))).not.toBe(verifier)
        expect(state).not.toContain(verifier)
      })
  )
})

describe("The cookie of a browser", () => {
  const all = Array.from({ length: 9 }, (_, at) => `s${at}.x`)

  it("has the secrets of the last eight links, for ten minutes, where no script and no other host reads it", () => {
    expect(VisitCookie.header(all)).toEqual({
      "set-cookie": `__Host-tributary-consent=${all.slice(1).join("~")}; Path=/; Max-Age=1200; HttpOnly; Secure; SameSite=Lax`
    })
  })

  it("is read among others, and no further than eight secrets", () => {
    const read = (cookie?: string) => VisitCookie.read({ headers: cookie === undefined ? {} : { cookie } })
    expect(read()).toEqual([])
    expect(read("other=1; tributary-consent=a.b")).toEqual([])
    expect(read("other=1; __Host-tributary-consent=a.b~~c.d; more=2")).toEqual(["a.b", "c.d"])
    expect(read(`__Host-tributary-consent=${all.join("~")}`)).toEqual(all.slice(1))
  })
})
