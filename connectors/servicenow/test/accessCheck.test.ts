import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { servicenow } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

it("testing ServiceNow credentials reports which of the two ticket tables the user may not read", async () => {
  const forbidden = {
    strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/change_request"),
    outcome: () => ({ _tag: "Reply" as const, reply: { status: 403, body: {} } })
  }
  const { asked, unreadable } = await ConnectorTest.checkAccess(servicenow, { replies, faults: [forbidden] })
  expect(asked).toEqual(expect.arrayContaining(["/api/now/table/incident", "/api/now/table/change_request"]))
  expect(Object.keys(unreadable)).toEqual(["/api/now/table/change_request"])
})
