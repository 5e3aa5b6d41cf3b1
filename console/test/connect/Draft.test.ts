import { describe, expect, it } from "vitest"
import * as Draft from "../../src/connect/Draft.js"
import * as Sample from "./Sample.js"

const connector = Sample.connector()

describe("a draft", () => {
  it("begins with the default types, or with all that the session allows", () => {
    expect(Draft.begin(connector, Sample.view()).types).toEqual(["idp", "devices"])
    const limited = Sample.view({ data_export_types: ["idp_audit_logs", "vulnerabilities"] })
    expect(Draft.begin(connector, limited).types).toEqual(["idp_audit_logs"])
  })

  it("begins with what a connection shows of itself, and with its way to sign in", () => {
    const view = Sample.renewing()
    expect(Draft.begin(connector, view)).toEqual({ authType: "API_KEY", values: { site: "acme" }, types: ["idp"] })
    expect(Draft.exportsOf(connector, view).map(({ data_export_type }) => data_export_type)).toEqual(["idp"])
  })

  it("may leave the secrets of a connection empty, unless another field has changed", () => {
    const view = Sample.renewing()
    const draft = Draft.begin(connector, view)
    expect(Draft.check(connector, view, draft)).toEqual({})
    expect(Draft.toBody(connector, view, draft)).toEqual({ vendor: "ACME", credentials: {} })
    const moved = { ...draft, values: { site: "other" } }
    expect(Draft.check(connector, view, moved)).toEqual({ token: { is: "again" } })
    const complete = { ...draft, values: { site: "other", token: "s3cret" } }
    expect(Draft.check(connector, view, complete)).toEqual({})
    expect(Draft.toBody(connector, view, complete).credentials).toEqual({ site: "other", token: "s3cret" })
  })

  it("sends the fields of its way alone, with the way if there are several", () => {
    const view = Sample.view()
    const draft = { ...Draft.begin(connector, view), values: { site: "acme", token: " s3cret\n", other: "x" } }
    expect(Draft.toBody(connector, view, draft)).toEqual({
      vendor: "ACME",
      auth_type: "API_KEY",
      credentials: { site: "acme", token: " s3cret\n" },
      data_export_types: ["idp", "devices"]
    })
    expect(Draft.toBody(connector, view, { ...draft, authType: "OAUTH2_AUTHORIZATION_CODE" }).credentials).toEqual({})
    const [only] = connector.auth_methods
    const single = { ...connector, auth_methods: only === undefined ? [] : [only] }
    expect(Draft.toBody(single, view, draft)).not.toHaveProperty("auth_type")
  })

  it("is checked with spaces at the ends of values left out, and with patterns that this browser knows", () => {
    const problem = (pattern: string, value: string) => {
      const method = { ...connector.auth_methods[0], credentials_form: [Sample.param("site", { pattern })] }
      const changed = { ...connector, auth_methods: [method as (typeof connector.auth_methods)[number]] }
      const draft = { ...Draft.begin(changed, Sample.view()), values: { site: value } }
      return Draft.check(changed, Sample.view(), draft)["site"]?.is
    }
    expect(problem("^[a-z]+$", "  acme ")).toBeUndefined()
    expect(problem("^[a-z]+$", "   ")).toBe("missing")
    expect(problem("^\\p{L}+$", "ä")).toBeUndefined()
    // Valid without the flag `u` alone.
    expect(problem("^[\\w-.]+$", "a-b.c")).toBeUndefined()
    expect(problem("^[\\w-.]+$", "a b")).toBe("pattern")
    expect(problem("(", "anything")).toBeUndefined()
  })
})
