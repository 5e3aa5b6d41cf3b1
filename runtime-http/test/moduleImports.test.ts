import { describe, expect, it } from "vitest"
import { moduleImports, packages } from "../../moduleImports.js"

const rendered = (code: string) => (moduleImports.renderChunk as (code: string) => { readonly code: string })(code).code

describe("Built files", () => {
  it("import the modules that they use, without changing line numbers", () => {
    const code = [
      'import { A, B as C } from "@effect/platform";',
      "import {",
      "  D,",
      "  E",
      '} from "@effect/sql";',
      'import { Effect } from "effect";',
      'import * as F from "@effect/sql/F";'
    ]
    expect(rendered(code.join("\n")).split("\n")).toEqual([
      'import * as A from "@effect/platform/A"; import * as C from "@effect/platform/B";',
      'import * as D from "@effect/sql/D"; import * as E from "@effect/sql/E";',
      "",
      "",
      "",
      'import { Effect } from "effect";',
      'import * as F from "@effect/sql/F";'
    ])
  })

  it.each(packages)("find every export of the index of %s in a module of that name", async (name) => {
    const index: Record<string, unknown> = await import(name)
    const others = Object.entries(index).filter(
      ([, value]) => Object.prototype.toString.call(value) !== "[object Module]"
    )
    expect(others).toEqual([])
  })
})
