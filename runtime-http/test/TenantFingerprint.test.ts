import { describe, expect, it } from "@effect/vitest"
import * as TenantFingerprint from "../src/TenantFingerprint.js"

const acme = { id: "o-1", address: "acme.example", further: [] }
const unnamed = { ...acme, id: null }

describe("TenantFingerprint", () => {
  const changes: ReadonlyArray<
    readonly [
      title: string,
      from: TenantFingerprint.TenantFingerprint,
      to: TenantFingerprint.TenantFingerprint,
      boolean
    ]
  > = [
    ["another name", acme, { ...acme, id: "o-2" }, true],
    ["the same name at another address", acme, { ...acme, address: "id.acme.example" }, false],
    ["a name that the vendor no longer gives", acme, unnamed, false],
    ["a name that the vendor did not give before", unnamed, acme, false],
    ["another address if a name is unknown", unnamed, { ...acme, address: "globex.example" }, true],
    ["another region", acme, { ...acme, further: ["eu.acme.example"] }, false]
  ]
  it.each(changes)("decides whether this is another tenant: %s", (_, from, to, isChanged) => {
    expect(TenantFingerprint.isChanged(from, to)).toBe(isChanged)
  })

  it("counts neither as changed nor as the same if nothing was known before", () => {
    expect(TenantFingerprint.isChanged(null, acme)).toBe(false)
    expect(TenantFingerprint.isSame(null, acme)).toBe(false)
    expect(TenantFingerprint.isSame(unnamed, unnamed)).toBe(false)
    expect(TenantFingerprint.isSame(acme, { ...acme, address: "id.acme.example" })).toBe(true)
  })

  it("reads the addresses from the settings, whatever their order, scheme and trailing slash", () => {
    const of = (...furtherBaseUrls: ReadonlyArray<string>) =>
      TenantFingerprint.of({ baseUrl: "https://acme.example/", furtherBaseUrls }, "o-1")
    expect(of("https://b.example", "https://a.example/")).toEqual({ ...acme, further: ["a.example", "b.example"] })
    expect(TenantFingerprint.hasMoved(acme, of())).toBe(false)
    expect(TenantFingerprint.hasMoved(acme, of("https://b.example"))).toBe(true)
  })

  it("keeps a name that the vendor does not repeat, and can be stored and read back", () => {
    expect(TenantFingerprint.merged(acme, unnamed)).toEqual(acme)
    expect(TenantFingerprint.isNews(acme, unnamed)).toBe(false)
    expect(TenantFingerprint.isNews(unnamed, acme)).toBe(true)
    expect(TenantFingerprint.fromText(TenantFingerprint.toText(acme))).toEqual(acme)
    expect(TenantFingerprint.fromText(null)).toBeNull()
  })

  it("has a name for use in sentences: the vendor's name for it, and its address", () => {
    expect(TenantFingerprint.nameOf(acme)).toBe("o-1 at acme.example")
    expect(TenantFingerprint.nameOf(unnamed)).toBe("acme.example")
    expect(TenantFingerprint.nameOf({ ...acme, id: "acme.example" })).toBe("acme.example")
  })
})
