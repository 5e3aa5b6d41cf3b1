import { describe, expect, it } from "vitest"
import type { ConnectProblem, ConnectSessionView, ProblemReason } from "../../src/api/schemas.generated.js"
import * as Draft from "../../src/connect/Draft.js"
import * as Renewal from "../../src/connect/Renewal.js"
import * as Sample from "./Sample.js"

const problem = (reason: string): ConnectProblem => ({
  id: reason,
  reason: reason as ProblemReason,
  health: "UNAUTHORIZED",
  since: "2026-01-01T00:00:00.000Z",
  resolution_owner: "CUSTOMER",
  customer_message: "",
  permissions: [],
  until: null,
  docs_url: null,
  affected: []
})

const connector = Sample.connector()
const fields = [
  ...connector.credentials_form,
  Sample.param("region"),
  Sample.param("note", { is_required: false }),
  Sample.param("proxy", { is_required: false, is_secret: true })
]
const [method] = connector.auth_methods
if (method === undefined) throw new Error("The sample has no way to sign in.")
const full = { ...connector, auth_methods: [{ ...method, credentials_form: fields }] }

const viewWith = (reasons: ReadonlyArray<string>, credentials: object = { site: "acme", region: "eu" }) => {
  const view = Sample.renewing()
  return {
    ...view,
    connection: view.connection && {
      ...view.connection,
      credentials: { ...credentials },
      problems: reasons.map(problem)
    }
  }
}
const namesIn = (view: ConnectSessionView) => {
  const { asked, kept } = Renewal.partsOf(full, view, Draft.begin(full, view))
  return [asked.map(({ name }) => name), kept.map(({ name }) => name)]
}

describe("the form of a connection that is renewed", () => {
  it("asks for secrets if they were refused, or if nothing is wrong", () => {
    for (const reasons of [[], ["CREDENTIALS_REFUSED"], ["PERMISSION_MISSING", "CREDENTIALS_UNREADABLE"]]) {
      expect(namesIn(viewWith(reasons)), reasons.join()).toEqual([
        ["token", "proxy"],
        ["site", "region", "note"]
      ])
    }
  })

  it("asks for nothing if nothing that is entered helps", () => {
    for (const reason of ["PERMISSION_MISSING", "NOT_IN_PLAN", "VENDOR_DOWN", "CONNECTOR_STOPPED", "CONSENT_ENDED"]) {
      expect(namesIn(viewWith([reason])), reason).toEqual([[], fields.map(({ name }) => name)])
    }
  })

  it("asks for everything if it leads elsewhere, or for a reason that this page does not know", () => {
    for (const reason of ["ADDRESS_INVALID", "TENANT_CHANGED", "OF_A_LATER_RELEASE"]) {
      expect(namesIn(viewWith(["PERMISSION_MISSING", reason])), reason).toEqual([fields.map(({ name }) => name), []])
    }
  })

  it("asks for what is required and missing, whatever else is wrong", () => {
    expect(namesIn(viewWith(["PERMISSION_MISSING"], { site: "acme" }))).toEqual([
      ["region"],
      ["site", "token", "note", "proxy"]
    ])
  })

  it("asks for everything if the connection is new", () => {
    expect(namesIn(Sample.view())).toEqual([fields.map(({ name }) => name), []])
  })
})
