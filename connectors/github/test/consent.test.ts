import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { GITHUB, proof } from "../src/consent.js"

const installation = (id: number, login: string, type = "Organization") => ({
  id,
  account: { id: id + 1, login, type }
})

const full = Array.from({ length: 100 }, (_, index) => installation(index + 1, `org-${index}`))

/** What the owner of acme may see. */
const answers: Readonly<Record<string, unknown>> = {
  "/user/installations?per_page=100&page=1": { total_count: 103, installations: full },
  "/user/installations?per_page=100&page=2": {
    total_count: 103,
    installations: [
      installation(700, "acme"),
      installation(701, "globex"),
      installation(702, "ada", "User"),
      { account: null }
    ]
  },
  "/user/memberships/orgs/acme": { state: "active", role: "admin" },
  "/user/memberships/orgs/globex": { state: "active", role: "member" },
  "/user/memberships/orgs/org-6": { state: "pending", role: "admin" }
}

/** What a visit proves that brings this installation, or what the customer reads. */
const proven = (installation_id: string, more: Readonly<Record<string, unknown>> = {}) =>
  Effect.runSync(
    proof
      .of({
        brought: { installation_id },
        claims: {},
        fields: {},
        get: (url) => {
          const body = { ...answers, ...more }[url.replace(GITHUB, "")]
          return Effect.succeed({ status: body === undefined ? 404 : 200, body: body ?? {} })
        }
      })
      .pipe(
        Effect.mapError(({ text }) => text),
        Effect.either,
        Effect.map(Either.merge)
      )
  )

describe("The installation of a GitHub App", () => {
  it("is the one that an owner brings and may see, on whichever page of the list", () => {
    expect(proven("700")).toEqual({ installation_id: "700", organization: "acme" })
  })

  it("is refused when GitHub does not show it to whoever has signed in", () => {
    for (const forged of ["9999", "", "0700", "null", "undefined"])
      expect(proven(forged)).toContain("does not show you this installation")
  })

  it("is refused for whoever does not own its organization, although GitHub shows it", () => {
    expect(proven("701")).toContain("Only an owner of globex")
    expect(proven("7")).toContain("Only an owner of org-6")
    expect(proven("8")).toContain("has to give its app the permission Members")
  })

  it("is refused for a personal account", () => {
    expect(proven("702")).toContain("for a personal account")
  })

  it("says so when GitHub does not tell the installations", () => {
    const path = "/user/installations?per_page=100&page=1"
    expect(proven("700", { [path]: undefined })).toContain("answered 404")
  })
})
