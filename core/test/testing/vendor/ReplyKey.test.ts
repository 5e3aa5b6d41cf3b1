import { expect, it } from "@effect/vitest"
import { ScriptedVendor } from "@tributary/core/testing"

const url = new URL("https://vendor.example/findings?size=2")
const replies = {
  "POST /findings": {},
  'POST /findings {"token":"p2"}': {},
  'POST /findings {"filter":{"state":"on"},"token":"p2"}': {},
  'GET /users?filter=status eq "DEPROVISIONED"': {}
}

it.each([
  [{ size: 2 }, "POST /findings"],
  [null, "POST /findings"],
  [{ size: 2, token: "p2" }, 'POST /findings {"token":"p2"}'],
  [{ token: "p2", filter: { state: "on", since: 1 } }, 'POST /findings {"filter":{"state":"on"},"token":"p2"}'],
  [{ token: "p2", filter: { state: "off" } }, 'POST /findings {"token":"p2"}']
])("the key that matches most of the body wins: %j", (body, key) => {
  expect(ScriptedVendor.match(replies, "POST", url, body)).toBe(key)
})

it("a parameter of a key can contain spaces and quotes", () => {
  const parts = ScriptedVendor.parse('GET /users?filter=status eq "DEPROVISIONED"')
  expect(parts).toEqual({
    method: "GET",
    path: "/users",
    query: 'filter=status eq "DEPROVISIONED"',
    body: null,
    score: 1
  })
})
