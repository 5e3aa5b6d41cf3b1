import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind, VendorHttp } from "@tributary/core"
import { Effect, Redacted, Schema } from "effect"
import * as CommonParameters from "../../src/http/CommonParameters.js"
import { extract } from "../extract/extract.js"
import { BASE_URL, converse } from "../FakeVendor.js"

const SECRET = "planted/secret-3f1c9a"

const settings = {
  path: { organization: "acme & sons", hook: Redacted.make(SECRET) },
  query: { version: "2026-01-01", key: Redacted.make(SECRET) }
}

const send = (request: Partial<VendorHttp.VendorRequest>) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows", ...request }))

describe("The parameters of every request", () => {
  it("fill paths, escaped, and are added to the query unless the request has its own", async () => {
    const { received } = await converse(
      () => ({}),
      Effect.all([
        send({ url: "/orgs/{$organization}/rows?a=1" }),
        send({ query: { version: "2020-02-02" } }),
        send({ url: `${BASE_URL}/rows?version=2019-01-01&after=b` })
      ]),
      settings
    )
    expect(received.map(({ url }) => url)).toEqual([
      `${BASE_URL}/orgs/acme%20%26%20sons/rows?a=1&version=2026-01-01&key=planted%2Fsecret-3f1c9a`,
      `${BASE_URL}/rows?version=2020-02-02&key=planted%2Fsecret-3f1c9a`,
      `${BASE_URL}/rows?version=2019-01-01&after=b&key=planted%2Fsecret-3f1c9a`
    ])
  })

  it("fill the texts of bodies that a connector declares, as they are, and no others", async () => {
    const body = { variables: { group: "{$organization}", first: 10, list: ["{$hook}"] } }
    const declared = send({ method: "POST", body, isTemplate: true })
    // A person may write anything into a ticket.
    const written = send({ method: "POST", body: { description: "see {$hook}" } })
    const { received } = await converse(() => ({}), Effect.all([declared, written]), settings)
    expect(received.map((request) => JSON.parse(request.body ?? ""))).toEqual([
      { variables: { group: "acme & sons", first: 10, list: [SECRET] } },
      { description: "see {$hook}" }
    ])
  })

  it("send nothing if a body that a connector declares names a part that the settings do not have", async () => {
    const misspelt = send({ method: "POST", body: { group: "{$organisation}" }, isTemplate: true })
    const { exit, received } = await converse(() => ({}), misspelt, settings)
    expect(received).toEqual([])
    expect(JSON.stringify(exit)).toContain("names {$organisation}")
  })

  it("are not shown in the address that an error names if they are secret", async () => {
    const { exit } = await converse(() => ({ status: 404 }), send({ url: "/v1-{$hook}/rows?a=1" }), settings)
    const shown = JSON.stringify(exit)
    expect(shown).toContain("/v1-…/rows?a=1&version=2026-01-01&key=…")
    expect(shown).not.toContain("3f1c9a")
  })

  it.each([
    ["spelt in lower case", "/hooks/planted%2fsecret-3f1c9a/rows?a=1", "/hooks/{$hook}/rows?a=1"],
    ["with a text around it", "/v1-planted%2Fsecret-3f1c9a%2Fx/rows", "/v1-{$hook}%2Fx/rows"],
    ["that is not in the path", "https://planted.example/rows?a=%2f", "https://planted.example/rows?a=%2f"]
  ])("are found in a link %s", (_, link, stored) => {
    expect(CommonParameters.withoutSecrets(settings, link)).toBe(stored)
  })

  it.each([
    ["has no value", {}, "names {$organization}, which the `path` of the connector's http settings does not have"],
    ["is empty", { organization: "" }, 'cannot be requested, because {$organization} is empty, "." or ".."'],
    [
      "leads to the folder above",
      { organization: ".." },
      'cannot be requested, because {$organization} is empty, "." or ".."'
    ]
  ])("send nothing if a part of the path %s", async (_, path, detail) => {
    const { exit, received } = await converse(() => ({}), send({ url: "/orgs/{$organization}/rows" }), { path })
    expect(received).toEqual([])
    expect(exit).toMatchObject({ cause: { error: { detail } } })
  })

  it("are taken out of the links of the vendor if they are secret, so that no checkpoint has them, and are sent again", async () => {
    const extractor = Extractor.make({
      record: RecordKind.ItsmProject,
      endpoint: "/hooks/{$hook}/rows",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.nextLink({ items: "rows", from: "next" }),
      permissions: [],
      toRecord: ({ id }) => ({
        name: id,
        vendor_id: id,
        vendor_attributes: { id, vendor: "EXAMPLE", created_at: null, updated_at: null, data: null }
      })
    })
    const { pages, paths } = await extract(
      extractor,
      (path) =>
        path.includes("after=x7Qp")
          ? { body: { rows: [{ id: "b" }] } }
          : { body: { rows: [{ id: "a" }], next: `${BASE_URL}${path}&after=x7Qp` } },
      {},
      settings
    )
    expect(paths).toEqual([
      `/hooks/planted%2Fsecret-3f1c9a/rows?version=2026-01-01&key=planted%2Fsecret-3f1c9a`,
      `/hooks/planted%2Fsecret-3f1c9a/rows?version=2026-01-01&after=x7Qp&key=planted%2Fsecret-3f1c9a`
    ])
    const stored = JSON.stringify(pages)
    expect(stored).toContain("/hooks/{$hook}/rows?version=2026-01-01&after=x7Qp")
    expect(stored).not.toContain("3f1c9a")
  })

  it("leave a link as it is if nothing in it is secret", () => {
    const link = "https://api.example/rows?version=1&&a=%20"
    expect(CommonParameters.withoutSecrets({ query: { version: "1" } }, link)).toBe(link)
  })
})
