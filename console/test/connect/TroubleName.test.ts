import { describe, expect, it } from "vitest"
import { isFinal, isPassing, nameOf, pauseOf } from "../../src/connect/TroubleName.js"

const nameAt = (status: number, code: string | null) =>
  nameOf({ is: "api", status, code, message: "", detail: [], retryAfterSecs: null })

describe("the trouble of a request", () => {
  it("is what its code means", () => {
    for (const [status, code, name] of [
      [409, "IDENTIFIER_TAKEN", "taken"],
      [409, "QUOTA_EXCEEDED", "quota"],
      [409, "CONNECTOR_STOPPED", "stopped"],
      [412, "CHANGED_MEANWHILE", "changed"],
      [422, "CREDENTIALS_REJECTED", "rejected"],
      [422, "CREDENTIALS_MALFORMED", "malformed"],
      [422, "TENANT_CHANGED", "tenant"],
      [502, "VENDOR_UNAVAILABLE", "vendorAway"],
      [502, "VENDOR_LIMITED", "vendorLimited"]
    ] as const) {
      expect(nameAt(status, code), code).toBe(name)
    }
  })

  it("is never one of the tool if the page does not know the code", () => {
    for (const [status, name] of [
      [404, "other"],
      [409, "other"],
      [429, "limited"],
      [503, "server"]
    ] as const) {
      for (const code of ["OF_A_LATER_RELEASE", null]) expect(nameAt(status, code), `${status}`).toBe(name)
    }
    expect(nameOf({ is: "network" })).toBe("network")
  })

  it("passes only if the same can succeed later", () => {
    expect(["network", "vendorAway", "limited"].map((name) => isPassing(name as "network"))).toEqual([true, true, true])
    expect(["taken", "stopped", "rejected"].map((name) => isFinal(name as "taken"))).toEqual([true, false, false])
    expect(["stopped", "taken", "limited"].map((name) => pauseOf(name as "taken"))).toEqual([60, null, null])
    expect(["rejected", "taken", "other"].map((name) => isPassing(name as "other"))).toEqual([false, false, false])
  })
})
