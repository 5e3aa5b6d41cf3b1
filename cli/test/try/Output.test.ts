import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Output from "../../src/try/Output.js"
import * as SampleTable from "../../src/try/report/SampleTable.js"
import * as Secrets from "../../src/try/Secrets.js"

const CLEAR = "\x1b[2J\x1b]52;c;eA==\x07\u202e"
const SHOWN = "\\u001b[2J\\u001b]52;c;eA==\\u0007\\u202e"

describe("Output", () => {
  afterEach(() => vi.restoreAllMocks())

  it("shows what a terminal would obey as escapes, on both streams and in failures", () => {
    const written: Array<unknown> = []
    vi.spyOn(console, "log").mockImplementation((text) => written.push(text))
    vi.spyOn(console, "error").mockImplementation((text) => written.push(text))
    const { hide, result, status } = Output.make(Secrets.make(), { isLive: false, hasPerson: false })
    Effect.runSync(Effect.zipRight(result(`a\n${CLEAR}`), status(CLEAR)))
    expect([...written, hide(CLEAR)]).toEqual([`a\n${SHOWN}`, SHOWN, SHOWN])
  })

  it("keeps the columns of a table aligned although escapes are longer than what they show", () => {
    const samples = [
      { name: CLEAR.slice(0, 4), email_addr: "a@acme.example" },
      { name: "Ada", email_addr: "b@acme.example" }
    ]
    const table =
      SampleTable.of({ kind: RecordKind.table.idp_user, ids: new Set(["1", "2"]), samples } as never, 2, 120) ?? ""
    const rows = table.split("\n").slice(1)
    expect(new Set(rows.map((row) => row.length)).size).toBe(1)
    expect(table).toContain("\\u001b[2J")
  })
})
