import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { roster } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

ConnectorTest.conformance(roster, { replies })

ConnectorTest.readme(roster, new URL("../README.md", import.meta.url))

ConnectorTest.release(roster, new URL("../package.json", import.meta.url))

it("reads a person whose mail address is hidden", async () => {
  const { records } = await ConnectorTest.run(roster, { replies })
  expect(records["idp_user"]?.[1]).toMatchObject({ name: "grace", email_addr: "grace", vendor_status: "LEFT" })
})
