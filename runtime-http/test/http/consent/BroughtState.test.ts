import { expect, it } from "vitest"
import * as BroughtState from "../../../src/http/consent/BroughtState.js"

it("What a browser brought from the page before the sign-in goes on in the state of the visit", () => {
  const state = BroughtState.make("value.signature", { tenant: "t/+ü" })
  expect(state).toMatch(/^value\.signature\.[\w-]+$/)
  expect(BroughtState.broughtBy(state)).toEqual({ tenant: "t/+ü" })
  expect(BroughtState.broughtBy("value.signature")).toBeNull()
})
