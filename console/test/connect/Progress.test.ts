import { describe, expect, it } from "vitest"
import type { ConnectProblem, DataExportType } from "../../src/api/schemas.generated.js"
import * as Progress from "../../src/connect/Progress.js"
import * as Sample from "./Sample.js"

const made = (more: Parameters<typeof Sample.connection>[0], isRenewal = false) =>
  Progress.make(Sample.connection(more), isRenewal)
const stagesOf = (...args: Parameters<typeof made>) => made(...args).types.map(({ count, stage }) => [stage, count])

const problem = (
  more: Partial<ConnectProblem> & { readonly types?: ReadonlyArray<DataExportType | null> } = {}
): ConnectProblem => {
  const { types = ["idp"], ...others } = more
  return {
    id: "problem",
    reason: "PERMISSION_MISSING",
    health: "UNAUTHORIZED",
    since: "2026-01-01T00:00:00.000Z",
    resolution_owner: "CUSTOMER",
    customer_message: "Grant it.",
    permissions: ["read"],
    until: null,
    docs_url: null,
    affected: types.map((data_export_type) => ({ ...affected, data_export_type })),
    ...others
  }
}
const affected = { data_export_type: null, endpoint: null, record_kinds: [], fields: [], since: "", detail: "" }

const running = Sample.job({
  data_exports: [
    {
      data_export_type: "idp",
      reading: ["/users"],
      is_finished: false,
      seen: 12,
      created: 12,
      changed: 0,
      deleted: 0,
      rejected: 0
    }
  ]
})
const records = [
  { record_kind: "idp_user", total: 3 },
  { record_kind: "idp_group", total: 4 }
]
const current = Sample.exported({ state: "CURRENT", records })
const failing = Sample.exported({ state: "FAILING" })

describe("the first reading", () => {
  it("waits, runs with what it has seen, and is ready with what is stored", () => {
    expect(stagesOf({})).toEqual([["waiting", null]])
    expect(made({}).standing).toBe("reading")
    expect(stagesOf({ current_job: running })).toEqual([["running", 12]])
    expect(made({ current_job: running }).standing).toBe("reading")
    expect(stagesOf({ data_exports: [current] })).toEqual([["ready", 7]])
    expect(made({ data_exports: [current], has_read: true }).standing).toBe("complete")
  })

  it("that failed before anybody looked says so, and why", () => {
    for (const isRenewal of [false, true]) {
      expect(made({ data_exports: [failing], problems: [problem()], has_read: true }, isRenewal)).toMatchObject({
        standing: "partly",
        types: [{ stage: "failing", problems: [{ id: "problem" }] }]
      })
    }
  })

  it("is not complete while the connector is stopped, even if all types are ready", () => {
    const stopped = problem({ reason: "CONNECTOR_STOPPED", types: [null] })
    for (const isRenewal of [false, true]) {
      expect(made({ data_exports: [current], problems: [stopped], has_read: true }, isRenewal)).toMatchObject({
        standing: "stopped",
        problems: [{ id: "problem" }]
      })
    }
  })

  it("does not say what was wrong before the credentials were renewed", () => {
    const renewed = { data_exports: [failing], problems: [problem()] }
    expect(made(renewed, true)).toMatchObject({ standing: "reading", types: [{ stage: "waiting", problems: [] }] })
    // A new connection has no problems of earlier credentials.
    expect(made(renewed)).toMatchObject({ types: [{ stage: "failing", problems: [{ id: "problem" }] }] })
  })

  it("is over, and not waiting, if it read nothing or the operator keeps it from beginning", () => {
    expect(made({ has_read: true })).toMatchObject({ standing: "partly" })
    const stopped = problem({ reason: "CONNECTOR_STOPPED", types: [null] })
    for (const isRenewal of [false, true]) {
      expect(made({ problems: [stopped] }, isRenewal)).toMatchObject({
        standing: "stopped",
        types: [{ stage: "waiting", problems: [{ id: "problem" }] }]
      })
    }
  })

  it("does not begin while the connection is paused, and says so as soon as no job runs", () => {
    for (const isRenewal of [false, true]) {
      expect(made({ state: "PAUSED" }, isRenewal).standing).toBe("paused")
      expect(made({ state: "PAUSED", data_exports: [current], has_read: true }, isRenewal).standing).toBe("paused")
      expect(made({ state: "PAUSED", current_job: running }, isRenewal).standing).toBe("reading")
    }
  })

  it("says what it waits for while it runs, and nothing of an earlier one", () => {
    const waiting = { current_job: running, problems: [problem({ reason: "VENDOR_DOWN" })] }
    expect(made(waiting).types).toMatchObject([{ stage: "running", problems: [{ id: "problem" }] }])
    const again = made({ ...waiting, has_read: true })
    expect(again).toMatchObject({ standing: "reading", types: [{ stage: "running", problems: [] }] })
  })

  it("says once what concerns all types, and at a type what concerns it alone", () => {
    const both = [failing, Sample.exported({ data_export_type: "devices", state: "FAILING" })]
    const all = problem({ id: "all", types: [null] })
    const one = problem({ id: "one" })
    expect(made({ data_exports: both, problems: [all, one], has_read: true })).toMatchObject({
      problems: [{ id: "all" }],
      types: [{ problems: [{ id: "one" }] }, { problems: [] }]
    })
    // With one type there is nothing to say twice.
    expect(made({ data_exports: [failing], problems: [all], has_read: true })).toMatchObject({
      problems: [],
      types: [{ problems: [{ id: "all" }] }]
    })
  })

  it("is not kept from anything by fields that cannot be read", () => {
    const fields = problem({ affected: [{ ...affected, data_export_type: "idp", fields: ["owner"] }] })
    expect(made({ data_exports: [failing], problems: [fields], has_read: true }).types).toMatchObject([
      { stage: "failing", problems: [] }
    ])
  })
})
