import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { Validator } from "@seriousme/openapi-schema-validator"
import openapiTS, { astToString } from "openapi-typescript"
import { describe, expect, it } from "vitest"

const document = new URL("../../../runtime-http/openapi.json", import.meta.url)
const generated = fileURLToPath(new URL("../src/generated/api.ts", import.meta.url))

describe("the published OpenAPI document", () => {
  it("is valid OpenAPI 3.1 according to an independent validator", async () => {
    const validator = new Validator()
    const result = await validator.validate(fileURLToPath(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe("3.1")
  })

  it("matches the generated client (renew with: pnpm --filter @tributary/example-client generate)", async () => {
    const types = astToString(await openapiTS(document))
    expect((await readFile(generated, "utf8")).endsWith(types)).toBe(true)
  })
})
