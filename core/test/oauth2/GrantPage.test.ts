import { Either, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import * as GrantPage from "../../src/oauth2/GrantPage.js"

const page = {
  url: "https://acme.example/{app_slug}?client={client_id}&back={redirect_uri}",
  brings: ["tenant", "org"]
}

describe("The page before the sign-in", () => {
  it("is asked for the operator's application, with the state of the visit", () => {
    const client = { clientId: "a&b=c", clientSecret: Redacted.make("secret"), appSlug: "our-app" }
    const url = new URL(GrantPage.addressOf(page, client, { redirectUri: "https://us.example/back?x=1", state: "s&1" }))
    expect(url.pathname).toBe("/our-app")
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client: "a&b=c",
      back: "https://us.example/back?x=1",
      state: "s&1"
    })
  })

  it("brings what the proof compares, and a sentence says what it lacks", () => {
    const read = (query: Readonly<Record<string, string>>, missing?: string) =>
      Either.merge(
        GrantPage.broughtBy(missing === undefined ? page : { ...page, missing }, new URLSearchParams(query), "Acme")
      )
    const long = "x".repeat(200)
    expect(read({ tenant: "t", org: long, more: "left out" })).toEqual({ tenant: "t", org: long })
    expect(read({ tenant: "t" })).toBe("Acme has sent the browser back without org, and so without a consent.")
    expect(read({ tenant: "", org: `${long}x` })).toContain("without tenant and org")
    expect(read({}, "Ask an owner.")).toBe("Ask an owner.")
  })
})
