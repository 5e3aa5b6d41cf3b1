import { openApiDocument } from "@tributary/runtime-http/api"
import { describe, it } from "vitest"
import * as Model from "../generate/Model.js"
import * as Python from "../generate/Python.js"
import * as TypeScript from "../generate/TypeScript.js"

const model = Model.make(JSON.parse(JSON.stringify(openApiDocument())) as Model.Document)

const files = [
  ["src/schemas.generated.ts", TypeScript.schemas],
  ["src/operations.generated.ts", TypeScript.operations],
  ["python/tributary_client/schemas.py", Python.schemas],
  ["python/tributary_client/operations.py", Python.operations]
] as const

describe("the typed clients", () => {
  for (const [file, print] of files) {
    it(`have ${file} of the declared API (update it with pnpm generate)`, async ({ expect }) => {
      await expect(print(model)).toMatchFileSnapshot(`../${file}`)
    })
  }
})
