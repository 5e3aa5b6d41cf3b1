import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { acme, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const LIMIT_MILLIS = 120_000

const CHECK = "/groups: every row has the value at which a window of the list can begin"

/** Groups in a capped list, which is read on from the last value of a field. */
const capped = (from: string) =>
  acme({
    groups: Extractor.make({
      record: RecordKind.IdpGroup,
      endpoint: "/groups",
      row: Schema.Struct({ id: Schema.String, created: Schema.String }),
      permissions: ["groups.read"],
      pagination: Pagination.windows(
        Pagination.offset({ items: "rows", limit: 2, counts: "returned", total: "total" }),
        {
          cap: 1_000,
          from,
          render: (value) => ({ since: value })
        }
      ),
      toRecord: ({ created, id }) => ({
        name: id,
        description: "",
        types: [],
        vendor_id: id,
        vendor_created_at: created
      })
    })
  })

const created = (day: number) => `2024-05-0${day}T08:30:00Z`

const scripted = {
  ...replies,
  "GET /groups": { body: { rows: [1, 2].map((day) => ({ id: `g${day}`, created: created(day) })), total: 3 } },
  "GET /groups?offset=2": { body: { rows: [{ id: "g3", created: created(3) }], total: 3 } }
}

describe("the kit, with a capped list", () => {
  it(
    "finds nothing wrong if each row has the field",
    async () => {
      const names = ConnectorTest.checks(capped("created"), { replies: scripted }).map(({ name }) => name)
      expect(names).toContain(CHECK)
      expect(await failing(capped("created"), scripted)).toEqual([])
    },
    LIMIT_MILLIS
  )

  it("notices a field that is no time and no number, or that is absent", async () => {
    for (const from of ["id", "updated"]) expect(await failing(capped(from), scripted, /a window/)).toEqual([CHECK])
  })
})
