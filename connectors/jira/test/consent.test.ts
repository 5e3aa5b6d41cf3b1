import { ConsentVisit } from "@tributary/core"
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { proof } from "../src/consent.js"

const site = (id: string, name: string, scopes: ReadonlyArray<string> = ["read:jira-work"]) => ({
  id,
  name,
  url: `https://${name}.atlassian.net`,
  scopes,
  avatarUrl: `https://avatars.acme.example/${name}`
})

const acme = site("c-1", "acme")
const globex = site("c-2", "globex")

/** What a visit proves, or why it proves nothing, when Atlassian lists these sites. */
const ended = (sites: unknown, entered: string | null = null, brought: Readonly<Record<string, string>> = {}) =>
  Effect.runSync(
    proof
      .of({
        brought,
        claims: {},
        fields: { site: entered },
        get: (url) =>
          url === "https://api.atlassian.com/oauth/token/accessible-resources"
            ? Effect.succeed({ status: Array.isArray(sites) ? 200 : 401, body: sites })
            : Effect.fail(new ConsentVisit.Unproven({ text: `nothing is at ${url}` }))
      })
      .pipe(Effect.either, Effect.map(Either.merge))
  )

/** What a visit proves, or what the customer reads. */
const proven = (...args: Parameters<typeof ended>) => {
  const end = ended(...args)
  return end instanceof ConsentVisit.Unproven ? end.text : end
}

describe("The consent of a user of Jira", () => {
  it("is for the only site that the user allows, whichever site the browser names", () => {
    expect(proven([acme])).toEqual({ cloud_id: "c-1" })
    expect(proven([acme], null, { cloud_id: "c-2" })).toEqual({ cloud_id: "c-1" })
  })

  it("is for the site of the connection when the user allows several", () => {
    for (const entered of ["https://globex.atlassian.net", "https://GLOBEX.atlassian.net/", "globex.atlassian.net"]) {
      expect(proven([acme, globex], entered)).toEqual({ cloud_id: "c-2" })
    }
  })

  it("names the sites when none is entered, and when another one is", () => {
    expect(proven([acme, globex])).toContain(`${acme.url}, ${globex.url}`)
    expect(proven([acme], "globex.atlassian.net")).toContain(`read globex.atlassian.net, but ${acme.url}`)
  })

  it("tells the product nothing of sites that are not those of the connection", () => {
    expect(ended([acme, globex])).toMatchObject({ withoutNames: expect.stringContaining("several Jira sites. Enter") })
    const other = ended([acme], "globex.atlassian.net")
    expect(other).toMatchObject({ withoutNames: expect.stringContaining("read globex.atlassian.net, but others.") })
    expect(JSON.stringify(Reflect.get(other, "withoutNames"))).not.toContain("acme")
  })

  it("is for no site of another product, and each site counts once", () => {
    const wiki = site("c-3", "wiki", ["read:confluence-content.all"])
    expect(proven([wiki])).toContain("names no Jira site")
    expect(proven([])).toContain("names no Jira site")
    expect(proven([acme, wiki, { ...acme, scopes: ["read:confluence-content.all"] }, acme])).toEqual({
      cloud_id: "c-1"
    })
  })

  it("says so when Atlassian does not tell the sites", () => {
    expect(proven({ code: 401 })).toContain("answered 401")
  })
})
