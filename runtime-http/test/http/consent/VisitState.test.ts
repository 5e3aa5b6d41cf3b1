import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as VisitSecrets from "../../../src/http/consent/VisitSecrets.js"
import * as VisitState from "../../../src/http/consent/VisitState.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"

const newVault = Effect.suspend(() => Effect.map(MasterKeys.parse(MasterKeys.generate()), Vault.make))

const of = { connectionId: "11111111-2222-4333-8444-555555555555", link: 12 }

const NOW = 1_800_000_000_000

const MINUTE = 60_000

describe("The state of a visit", () => {
  it.effect("names its link, and what the browser has brought from the page before the sign-in", () =>
    Effect.gen(function* () {
      const vault = yield* newVault
      const first = VisitState.make(vault, of, NOW)
      expect(first).toMatch(/^[\w-]+\.[\w-]+$/)
      expect(VisitState.make(vault, of, NOW)).not.toBe(first)
      expect(VisitState.read(vault, first, NOW)).toEqual({ ...of, first, brought: null })
      const brought = { tenant: "t/+ü" }
      const signIn = VisitState.goOn(vault, { first }, brought)
      expect(signIn).toMatch(/^[\w.-]+$/)
      expect(VisitState.goOn(vault, { first }, brought)).toBe(signIn)
      expect(VisitState.read(vault, signIn, NOW)).toEqual({ ...of, first, brought })
    })
  )

  it.effect("is not read half an hour after the browser left, when no visit is kept any more", () =>
    Effect.gen(function* () {
      const vault = yield* newVault
      const first = VisitState.make(vault, of, NOW)
      const signIn = VisitState.goOn(vault, { first }, {})
      for (const state of [first, signIn]) {
        expect(VisitState.read(vault, state, NOW + 30 * MINUTE)).not.toBeNull()
        expect(VisitState.read(vault, state, NOW + 31 * MINUTE)).toBeNull()
      }
    })
  )

  it.effect("is not read if anything of it was changed, or if another service or another purpose has signed it", () =>
    Effect.gen(function* () {
      const vault = yield* newVault
      const first = VisitState.make(vault, of, NOW)
      const signIn = VisitState.goOn(vault, { first }, { tenant: "own" })
      const [value = "", signature = "", , last = ""] = signIn.split(".")
      const other = Buffer.from(JSON.stringify({ tenant: "other" })).toString("base64url")
      const wrong = [
        "",
        value,
        `${value}.`,
        `${value.replace("-12-", "-13-")}.${signature}`,
        `${first}.${other}`,
        `${first}.${other}.${last}`,
        `${first}.${other}.${signature}`,
        `${signIn}.more`,
        VisitSecrets.make(vault, VisitSecrets.pageOf(Buffer.from("one"))),
        VisitState.make(yield* newVault, of, NOW)
      ]
      for (const state of wrong) expect([state, VisitState.read(vault, state, NOW)]).toEqual([state, null])
    })
  )
})
