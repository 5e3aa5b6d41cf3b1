import { openApiDocument } from "@tributary/runtime-http/api"
import { describe, it } from "vitest"
import * as Model from "../generate/Model.js"
import * as Python from "../generate/Python.js"
import * as TypeScript from "../generate/TypeScript.js"

const document = JSON.parse(JSON.stringify(openApiDocument())) as Model.Document
const accounts = Model.make(document)
const customers = Model.make(document, "customers")

const files = [
  ["src/schemas.generated.ts", TypeScript.schemas, accounts],
  ["src/operations.generated.ts", TypeScript.operations, accounts],
  ["python/tributary_client/schemas.py", Python.schemas, accounts],
  ["python/tributary_client/operations.py", Python.operations, accounts],
  ["../console/src/api/schemas.generated.ts", TypeScript.schemas, customers]
] as const

describe("the typed clients", () => {
  for (const [file, print, model] of files) {
    it(`have ${file} of the declared API (update it with pnpm generate)`, async ({ expect }) => {
      await expect(print(model)).toMatchFileSnapshot(`../${file}`)
    })
  }
})
