import { expect, it } from "@effect/vitest"
import { VendorError, VendorHttp } from "@tributary/core"
import { Effect, Either } from "effect"
import { converse } from "../../FakeVendor.js"

const detailAfter = async (status: number, request: VendorHttp.VendorRequest): Promise<string> => {
  const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send(request))
  const { exit } = await converse(() => ({ status }), send)
  const failed = await Effect.runPromise(Effect.either(exit))
  return Either.isLeft(failed) ? VendorError.detailOf(failed.left) : ""
}

const list = { url: "/api/users", endpoint: "/api/users", query: { limit: 100, filter: 'status eq "ACTIVE"' } }

it("A rejected request is named with its address and parameters", async () => {
  expect(await detailAfter(400, list)).toMatch(
    /^answered 400 to GET https:\/\/[\w.:-]+\/api\/users\?limit=100&filter=status eq "ACTIVE"$/
  )
})

it("A rejected request is named without ids, page tokens and e-mail addresses", async () => {
  const detail = await detailAfter(422, {
    url: "/api/users/00u1/groups",
    endpoint: "/api/users/{id}/groups",
    query: { token: "t".repeat(200), owner: "ada@acme.example" }
  })
  expect(detail).toMatch(/\/api\/users\/\{id\}\/groups\?token=…&owner=…$/)
})

it("A refused permission is named without the request", async () => {
  expect(await detailAfter(403, list)).toBe("answered 403")
})
