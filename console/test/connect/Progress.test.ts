import { describe, expect, it } from "vitest"
import type { ConnectProblem } from "../../src/api/schemas.generated.js"
import * as Progress from "../../src/connect/Progress.js"
import * as Sample from "./Sample.js"

const stagesOf = (...args: Parameters<typeof Progress.make>) =>
  Progress.make(...args).types.map(({ count, stage }) => [stage, count])

const problem = (fields: ReadonlyArray<string>): ConnectProblem => ({
  id: "problem",
  reason: "PERMISSION_MISSING",
  health: "UNAUTHORIZED",
  since: "2026-01-01T00:00:00.000Z",
  resolution_owner: "CUSTOMER",
  customer_message: "Grant it.",
  permissions: ["read"],
  until: null,
  docs_url: null,
  affected: [{ data_export_type: "idp", endpoint: null, record_kinds: [], fields, since: "", detail: "" }]
})

describe("the first reading", () => {
  it("waits, runs with what it has seen, and is ready with what is stored", () => {
    expect(stagesOf(Sample.connection(), false)).toEqual([["waiting", null]])
    const progress = {
      data_export_type: "idp" as const,
      reading: ["/users"],
      is_finished: false,
      seen: 12,
      created: 12,
      changed: 0,
      deleted: 0,
      rejected: 0
    }
    const running = Sample.connection({
      phase: "FIRST_SYNC_RUNNING",
      current_job: Sample.job({ data_exports: [progress] })
    })
    expect(stagesOf(running, true)).toEqual([["running", 12]])
    expect(Progress.make(running, true).isFinished).toBe(false)
    const records = [
      { record_kind: "idp_user", total: 3 },
      { record_kind: "idp_group", total: 4 }
    ]
    const synced = Sample.connection({
      phase: "SYNCED",
      data_exports: [Sample.exported({ state: "CURRENT", records })]
    })
    expect(stagesOf(synced, true)).toEqual([["ready", 7]])
    expect(Progress.make(synced, true)).toMatchObject({ isFinished: true, isComplete: true })
  })

  it("that failed says why, but not with what was wrong before the credentials were renewed", () => {
    const failed = Sample.connection({
      phase: "FIRST_SYNC_INCOMPLETE",
      data_exports: [Sample.exported({ state: "FAILING" })],
      problems: [problem([])]
    })
    expect(Progress.make(failed, true)).toMatchObject({
      isFinished: true,
      isComplete: false,
      types: [{ stage: "failing", problems: [{ id: "problem" }] }]
    })
    expect(Progress.make(failed, false)).toMatchObject({
      isFinished: false,
      types: [{ stage: "waiting", problems: [] }]
    })
    const partly = { ...failed, problems: [problem(["owner"])] }
    expect(Progress.make(partly, true).types).toMatchObject([{ stage: "failing", problems: [] }])
  })
})
