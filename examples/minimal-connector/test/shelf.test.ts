import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { shelf } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

ConnectorTest.conformance(shelf, { replies })

ConnectorTest.readme(shelf, new URL("../README.md", import.meta.url))

ConnectorTest.release(shelf, new URL("../package.json", import.meta.url))

it("reads a locked user as inactive", async () => {
  const { records } = await ConnectorTest.run(shelf, { replies })
  expect(records["itsm_user"]).toMatchObject([{ status: "ACTIVE" }, { name: "Grace", email: null, status: "INACTIVE" }])
})
