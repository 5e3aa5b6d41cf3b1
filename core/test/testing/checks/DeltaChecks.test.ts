import { describe, expect, it } from "@effect/vitest"
import { VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { acmeDeltas, at, deltaReplies, link, row } from "../AcmeDeltas.js"
import { failing } from "../FailingChecks.js"

const EXPIRED = "an expired delta token starts a new full scan"
const sound = acmeDeltas(link("deltaLink"))

describe("The delta checks", () => {
  it("pass a sound connector, and inject an expired token", async () => {
    expect(ConnectorTest.checks(sound, { replies: deltaReplies }).map(({ name }) => name)).toContain(EXPIRED)
    expect(await failing(sound, deltaReplies)).toEqual([])
  })

  it("catch a connector that finds no token", async () => {
    expect(await failing(acmeDeltas(link("token")), deltaReplies)).toEqual([
      "every page of every list is read exactly once",
      "a delta without changes leaves every record as it was",
      EXPIRED
    ])
  })

  it("catch a connector that classifies an expired token as an outage", async () => {
    const outage = new VendorError.ServerError({ endpoint: "/groups/delta", status: 410, detail: "answered 410" })
    expect(await failing(acmeDeltas(link("deltaLink"), outage), deltaReplies)).toEqual([EXPIRED])
  })

  it("start a delta where the last run ended, and remove what the vendor reports as removed", async () => {
    const first = await ConnectorTest.run(sound, { replies: deltaReplies })
    expect([...first.deltas]).toEqual([["/groups/delta", at("token=a")]])
    const changed = { value: [{ id: "1", removed: { reason: "deleted" } }, row("3")], deltaLink: at("token=b") }
    const later = await ConnectorTest.run(sound, {
      replies: { ...deltaReplies, "GET /groups/delta?token=a": { body: changed } },
      stored: first.stored,
      deltas: first.deltas
    })
    expect(later.requests.map(({ url }) => url)).toEqual([at("token=a")])
    expect(later.records["idp_group"]?.map((group) => group["vendor_id"])).toEqual(["2", "3"])
    expect([...later.deltas.values()]).toEqual([at("token=b")])
  })
})
