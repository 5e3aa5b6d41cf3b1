import { describe, expect, it } from "vitest"
import * as DocComments from "../../../core/test/DocComments.js"

const found = DocComments.read([
  "runtime-http/src/api/parts/AuditBody.ts",
  "runtime-http/src/api/parts/ConnectSessionBody.ts",
  "runtime-http/src/api/parts/ConnectionBody.ts",
  "runtime-http/src/api/parts/CountsParameters.ts",
  "runtime-http/src/api/parts/DeletionDecisionBody.ts",
  "runtime-http/src/api/parts/Errors.ts",
  "runtime-http/src/api/parts/ItemSchema.ts",
  "runtime-http/src/api/parts/OperatorActionBody.ts",
  "runtime-http/src/api/parts/OperatorBodies.ts",
  "runtime-http/src/api/parts/TicketBody.ts",
  "runtime-http/src/api/parts/UsageBody.ts",
  "runtime-http/src/api/parts/WebhookBody.ts",
  "runtime-http/src/api/groups/ConnectApi.ts",
  "runtime-http/src/api/groups/ProvisioningApi.ts"
])

describe("descriptions of bodies and errors", () => {
  it("every schema and every field has a comment", () => {
    expect(found.missing).toEqual([])
  })

  it("the generated table holds the comments (pnpm generate)", async ({ expect }) => {
    const source = DocComments.render(found.descriptions, { type: "Description.Descriptions", from: "@tributary/core" })
    await expect(source).toMatchFileSnapshot("../../src/api/parts/descriptions.generated.ts")
  })
})
