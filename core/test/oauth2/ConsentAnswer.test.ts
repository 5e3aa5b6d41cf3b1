import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { ConsentAnswer } from "../../src/oauth2/index.js"

const oauth2 = {
  authorizeUrl: "https://acme.example/authorize",
  tokenUrl: "https://acme.example/token",
  scopes: ["users.read"]
}
const named = { ...oauth2, issuer: "https://acme.example" }
const naming = { ...named, namesIssuer: true }

const read = (options: typeof oauth2, query: Readonly<Record<string, string>>) =>
  Either.merge(ConsentAnswer.read(options, new URLSearchParams(query)))

describe("The answer of a vendor's page", () => {
  it("has a code, or says why there is none", () => {
    expect(read(oauth2, { code: "c", state: "s" })).toBe("c")
    expect(read(oauth2, { error: "access_denied", code: "c" })).toEqual({ _tag: "Denied" })
    expect(read(oauth2, { error: "invalid_scope" })).toEqual({
      _tag: "Refused",
      error: "invalid_scope",
      description: null
    })
    expect(read(oauth2, { error: "invalid_scope", error_description: "No such scope" })).toMatchObject({
      description: "No such scope"
    })
    for (const query of [{}, { code: "" }]) expect(read(oauth2, query)).toEqual({ _tag: "WithoutCode" })
  })

  it("is of the declared issuer, also when it is an error", () => {
    for (const query of [{ code: "c" }, { error: "access_denied" }] as ReadonlyArray<Record<string, string>>) {
      const other = { ...query, iss: "https://evil.example" }
      expect(read(named, other)).toEqual({ _tag: "OtherIssuer", issuer: "https://evil.example" })
      expect(read(oauth2, other)).not.toHaveProperty("issuer")
      expect(read(naming, query)).toEqual({ _tag: "OtherIssuer", issuer: null })
    }
    expect(read(named, { code: "c", iss: "https://acme.example" })).toBe("c")
    expect(read(naming, { code: "c", iss: "https://acme.example" })).toBe("c")
  })

  it("may leave out the issuer unless the vendor always names it", () => {
    expect(read(named, { code: "c" })).toBe("c")
  })
})
