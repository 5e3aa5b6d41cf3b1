import { describe, expect, it } from "@effect/vitest"
import { Connector, ConnectorEntry, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { acme, groups } from "./testing/Acme.js"

const { contract: _, ...sound } = acme({ groups: groups() })

const problemsOf = (changes: Partial<typeof sound>): ReadonlyArray<string> => {
  try {
    Connector.make({ ...sound, ...changes })
    return []
  } catch (error) {
    if (!(error instanceof Connector.InvalidConnector)) throw error
    return error.message.split("\n  ").slice(1)
  }
}

const { itsm_users: [users] = [], idp: [idp] = [] } = sound.exports

describe("Connector.make", () => {
  it("takes a sound definition and writes the contract on it", () => {
    expect(problemsOf({})).toEqual([])
    expect(Connector.make(sound).contract).toBe(Connector.CONTRACT)
  })

  it.each(["acme", "Acme", "ACME-2", "_ACME", "ACME__2", "2ACME", ""])("refuses the vendor %j", (vendor) => {
    expect(problemsOf({ vendor })).toEqual(["vendor: expected upper snake case such as MS_ENTRA"])
  })

  it("says everything at once", () => {
    const problems = problemsOf({
      name: " ",
      description: "",
      category: "",
      authType: "",
      docsUrl: "docs",
      check: "me",
      exports: {}
    })
    expect(problems).toEqual([
      "name: expected a text",
      "description: expected a text",
      "category: expected a text",
      "authType: expected a text",
      "docsUrl: expected the address of a page",
      "check: expected a path that begins with a slash",
      "exports: expected at least one extractor"
    ])
  })

  it("refuses a record kind under another export type", () => {
    expect(problemsOf({ exports: { idp: [users as never] } })).toEqual([
      "exports.idp /users: itsm_user belongs under exports.itsm_users"
    ])
  })

  it("refuses two extractors of one kind: the scan of each would delete what the other saw", () => {
    const second = idp === undefined ? undefined : { ...idp, endpoint: "/teams", kinds: [RecordKind.IdpGroup] }
    expect(problemsOf({ exports: { idp: [idp, second] as never } })).toEqual([
      "exports.idp /teams: idp_group is already read by exports.idp /groups; one extractor must see all records of a kind"
    ])
  })
})

describe("Connector.toEntry", () => {
  it("is the catalogue entry, export types in the contract's order", () => {
    const entry = Connector.toEntry(Connector.make(sound), "https://logos.example/acme.svg")
    expect(Schema.is(ConnectorEntry)(entry)).toBe(true)
    expect(entry).toEqual({
      vendor: "ACME",
      vendor_name: "Acme",
      vendor_description: "An invented directory.",
      category: "ITSM",
      auth_type: "API_KEY",
      credentials_params: ["api_key"],
      data_export_types: ["idp", "itsm_users"],
      docs_url: "https://acme.example/docs",
      logo_url: "https://logos.example/acme.svg"
    })
  })
})
