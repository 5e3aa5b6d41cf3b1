import { describe, expect, it } from "@effect/vitest"
import { Authentication, ConsentVisit, Credentials, VendorError } from "@tributary/core"
import { Effect, Either } from "effect"

const TENANT = "3f6c1b52-8d0e-4a7b-9c3d-5e2f1a0b4c6d"
const [ADMINISTRATOR = ""] = Credentials.GRANTING_ROLES

const { oauth2 } = Credentials.adminConsent({
  title: "Sign in with Microsoft",
  help: "An administrator allows it to read users.",
  authority: "https://login.microsoftonline.com",
  resource: "https://graph.microsoft.com",
  permissions: ["User.Read.All"]
}).credential

const get = () => Effect.fail(new ConsentVisit.Unproven({ text: "nothing is asked" }))

/** What a visit proves, or what the customer reads. */
const proven = (tenant: string | undefined, claims: Readonly<Record<string, unknown>>) => {
  const brought: Readonly<Record<string, string>> = tenant === undefined ? {} : { tenant }
  const proof = oauth2?.proof?.of({ brought, claims, fields: {}, get }) ?? Effect.dieMessage("no proof")
  return Effect.runSync(
    proof.pipe(
      Effect.mapError(({ text }) => text),
      Effect.either,
      Effect.map(Either.merge)
    )
  )
}

describe("The consent of an administrator", () => {
  it("proves the tenant of whoever has signed in with a role that may consent", () => {
    expect(proven(TENANT, { tid: TENANT, wids: ["other", ADMINISTRATOR] })).toEqual({ tenant_id: TENANT })
    expect(proven(TENANT.toUpperCase(), { tid: TENANT, wids: [ADMINISTRATOR] })).toEqual({ tenant_id: TENANT })
  })

  it.each([
    ["another tenant", "99999999-8888-4777-8666-555555555555", { tid: TENANT, wids: [ADMINISTRATOR] }, "to another"],
    ["no tenant on the first page", undefined, { tid: TENANT, wids: [ADMINISTRATOR] }, "to another"],
    ["no tenant in the identity", TENANT, { wids: [ADMINISTRATOR] }, "to another"],
    ["no tenant anywhere", undefined, { tid: "", wids: [ADMINISTRATOR] }, "to another"],
    ["another role", TENANT, { tid: TENANT, wids: ["other"] }, "without an active role"],
    ["no roles in the identity", TENANT, { tid: TENANT }, "directory roles to the ID token"]
  ])("proves nothing with %s", (_, tenant, claims, words) => {
    expect(proven(tenant, claims)).toContain(words)
  })

  it("asks organizations for all permissions of the application, and for nothing but the identity afterwards", () => {
    expect(oauth2?.grantPage?.url).toBe(
      "https://login.microsoftonline.com/organizations/v2.0/adminconsent?client_id={client_id}&redirect_uri={redirect_uri}&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default"
    )
    expect(oauth2?.scopes).toEqual(["openid", "profile"])
    expect(oauth2?.permissions).toEqual(["User.Read.All"])
  })

  it("tells a removed application from a wrong secret by the code of the answer", () => {
    const { ownClient } = oauth2 ?? {}
    const reasonOf = (codes: ReadonlyArray<number>) => {
      const refusal = new VendorError.Unauthorized({ endpoint: "/token", status: 401, detail: "answered 401" })
      const body = { error: "invalid_client", error_codes: codes }
      return VendorError.reasonOf(Authentication.ofToken(refusal, body, ownClient === undefined ? {} : { ownClient }))
    }
    const [REMOVED, REFUSED] = ["CREDENTIALS_REFUSED", "INTERNAL"]
    expect([700016, 7000229, 7000112, 7000215, 7000222].map((code) => reasonOf([code]))).toEqual([
      REMOVED,
      REMOVED,
      REMOVED,
      REFUSED,
      REFUSED
    ])
    expect(reasonOf([])).toBe(REFUSED)
  })
})
