import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { shelf } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

// No kit knows what a vendor means: `expect` says what the words of its answers must become.
ConnectorTest.conformance(shelf, {
  replies,
  expect: { itsm_user: { "1": { status: "ACTIVE" }, "2": { status: "INACTIVE" } } }
})

ConnectorTest.readme(shelf, new URL("../README.md", import.meta.url))

ConnectorTest.release(shelf, new URL("../package.json", import.meta.url))

it("reads a user without an address", async () => {
  const { records } = await ConnectorTest.run(shelf, { replies })
  expect(records["itsm_user"]?.[1]).toMatchObject({ name: "Grace", email: null })
})
