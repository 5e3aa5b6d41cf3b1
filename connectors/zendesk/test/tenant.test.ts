import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { zendesk } from "../src/index.js"
import { exported, linus, replies, USERS } from "./fixtures/replies.js"

const run = (url: string) =>
  ConnectorTest.run(zendesk, {
    replies: {
      ...replies,
      [`GET ${USERS}?cursor=u1`]: exported(USERS, "users", [{ ...linus, id: 9_009, url }], "u2", true)
    }
  })

it("refuses a row of another account, and stores nothing of it", async () => {
  const report = await run("https://globex.zendesk.com/api/v2/users/9009.json")
  const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
  expect(foreign).toMatchObject([{ endpoint: USERS, health: "VENDOR_SERVER_ERROR" }])
  expect(JSON.stringify(report.records)).not.toContain("9009")
})

it("stores a row at the subdomain of one of the account's brands", async () => {
  const report = await run("https://acme.zendesk.com/api/v2/users/9009.json")
  expect([report.failures, JSON.stringify(report.records).includes("9009")]).toEqual([[], true])
})
