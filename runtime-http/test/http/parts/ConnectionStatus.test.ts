import { Also, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Status from "../../../src/http/parts/ConnectionStatus.js"
import type { StatusFacts } from "../../../src/store/jobs/StatusFacts.js"
import * as FakeVendor from "../../sync/FakeVendor.js"

const incremental = Extractor.make({
  record: RecordKind.ItsmUser,
  endpoint: "/users",
  row: Schema.Struct({ id: Schema.String }),
  permissions: [],
  since: (instant) => ({ updatedSince: instant }),
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  toRecord: ({ id }) => ({
    name: id,
    status: "ACTIVE" as const,
    vendor_attributes: { created_at: null, id, updated_at: null, vendor: "FAKE", data: null }
  })
})

const HOUR = 3_600
const connector = FakeVendor.connector({ itsm_users: [incremental] })

const facts = (values: Partial<StatusFacts> = {}): StatusFacts => ({
  connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f",
  now: 0,
  vendor: "FAKE",
  state: "ACTIVE",
  awaitedConsent: null,
  dataExportTypes: [],
  stop: null,
  refreshIntervalSecs: HOUR,
  timeoutSecs: HOUR,
  fullScanIntervalSecs: null,
  eventsFirstLoadDays: null,
  fullScanRequestedAt: null,
  nextRunAt: null,
  firstJob: null,
  lastJob: null,
  openJob: null,
  progress: [],
  scans: [],
  totals: [],
  heldBackDeletions: [],
  missingRecords: [],
  unreadFields: [],
  problems: [],
  tenant: null,
  rowTenants: [],
  ...values
})

const timing: Status.ScanTiming = {
  longestFullScanSecs: 24 * HOUR,
  evidenceSecs: HOUR,
  eventDays: 90,
  eventsPerJob: 100_000
}

const exportOf = (values: Partial<StatusFacts>, longestFullScanSecs = 24 * HOUR) =>
  Status.make(facts(values), connector, { ...timing, longestFullScanSecs }).data_exports[0]

describe("the status of data that is read by its changes", () => {
  it.each([
    ["a small list", {}, 4 * HOUR],
    ["a list of 10,000 records", { totals: [{ kind: "itsm_user", total: 10_000 }] }, 8 * HOUR],
    ["a large list", { totals: [{ kind: "itsm_user", total: 1_000_000 }] }, 24 * HOUR],
    ["a connection with an interval of its own", { fullScanIntervalSecs: 5 * HOUR }, 5 * HOUR]
  ])("shows the interval between full scans of %s, and how long it delays a deletion", (_, values, secs) => {
    expect(exportOf(values)).toMatchObject({
      full_scan_interval_secs: secs,
      change_detection: [
        {
          record_kind: "itsm_user",
          changes: { method: "CHANGES", within_secs: 1.05 * HOUR + HOUR },
          deletions: { method: "FULL_SCAN", within_secs: secs + 2 * 1.05 * HOUR + 2 * HOUR + HOUR }
        }
      ]
    })
  })

  it("shows the longest interval that the operator has set", () => {
    expect(exportOf({ totals: [{ kind: "itsm_user", total: 1_000_000 }] }, 9 * HOUR)?.full_scan_interval_secs).toBe(
      9 * HOUR
    )
  })
})

const ended = {
  id: "8b5d6b8e-0f5c-4f0c-9d0a-6f1f4b0f2b11",
  status: "FAILED" as const,
  started_at: "2026-01-01T10:00:00.000Z",
  finished_at: "2026-01-01T10:00:09.000Z",
  failure_reason: "Failed.",
  is_ended_by_pause: false,
  data_exports: [],
  waits: []
}
const statusOf = (values: Partial<StatusFacts>) => Status.make(facts(values), connector, timing)

describe("the distance between two scans that miss a record", () => {
  it("is part of how long a deletion takes", () => {
    const withinAt = (evidenceSecs: number) =>
      Status.make(facts(), connector, { ...timing, evidenceSecs }).data_exports[0]?.change_detection[0]?.deletions
        .within_secs ?? 0
    expect(withinAt(2 * HOUR) - withinAt(60)).toBe(2 * HOUR - 60)
  })
})

describe("what the status says about missing records", () => {
  it("says how many records of which kind are missing, since when, and when they can be deleted at the earliest", () => {
    const missing = { record_kind: "itsm_user", count: 12, missing_since: "2026-01-01T09:30:00.000Z" }
    const others = { ...missing, record_kind: "idp_user" }
    expect(exportOf({ missingRecords: [missing, others] })?.missing_records).toEqual([
      { ...missing, earliest_deletion_at: "2026-01-01T10:30:00.000Z" }
    ])
  })
})

describe("what the status says about a connection that waits for a consent", () => {
  const awaiting = (problem: string | null) =>
    statusOf({ state: "PENDING", awaitedConsent: { since: "2026-01-01T09:00:00.000Z", problem } }).problems

  it("has a problem on which the customer acts, and no job has a part in it", () => {
    expect(awaiting(null)).toMatchObject([
      {
        reason: "CONSENT_REQUIRED",
        health: "HEALTHY",
        resolution_owner: "CUSTOMER",
        since: "2026-01-01T09:00:00.000Z",
        customer_message: "Fake is not connected yet: one of its administrators has to give consent in the browser.",
        operator_message:
          "Nobody has consented yet (no consent has been given or refused). Send an administrator of Fake to oauth2_authorize_url of the connection."
      }
    ])
    expect(statusOf({}).problems).toEqual([])
  })

  it("says why the last visit gave no consent, and keeps the id of the problem", () => {
    const [before] = awaiting(null)
    const [after] = awaiting("The consent was not given on the page of Fake.")
    expect(after?.operator_message).toContain("(The consent was not given on the page of Fake).")
    expect(after?.id).toBe(before?.id)
  })
})

describe("what the status says about data that is not read", () => {
  const unread = {
    record_kind: "itsm_user",
    fields: ["is_admin"],
    endpoint: "/roles",
    permissions: ["roles.read"],
    problem: "PERMISSION_MISSING" as const,
    reason: "answered 403",
    accepted_from: null
  }

  it("has a problem for unread fields, although the data is current", () => {
    const since = "2026-01-01T09:00:00.000Z"
    const scans = [{ extractor: "itsm_user", last_scan_at: since, last_full_at: since, active_at: null }]
    const unreadFields = [{ ...unread, since }]
    const status = statusOf({ now: Date.parse(since), scans, unreadFields, lastJob: { ...ended, status: "SUCCESS" } })
    expect(status.data_exports).toMatchObject([{ state: "CURRENT" }])
    expect(status.data_exports[0]?.unread_fields).toEqual([unread])
    expect(status.problems).toMatchObject([
      {
        reason: "PERMISSION_MISSING",
        since,
        resolution_owner: "CUSTOMER",
        permissions: ["roles.read"],
        affected: [
          { data_export_type: "itsm_users", endpoint: "/roles", record_kinds: ["itsm_user"], fields: ["is_admin"] }
        ]
      }
    ])
    expect(status.problems[0]?.customer_message).toContain("read is_admin of users. Grant it roles.read")
  })

  it("has a problem for fields that records keep, and says until when they keep them", () => {
    const kept = {
      ...unread,
      endpoint: "/users",
      permissions: [],
      problem: "FIELDS_EMPTIED" as const,
      reason:
        "answers would empty is_admin of 26 of the 26 records that had it; believed if a scan says the same that begins at 2026-01-01T10:00:00.000Z or later",
      accepted_from: "2026-01-01T10:00:00.000Z"
    }
    const status = statusOf({ unreadFields: [{ ...kept, since: "2026-01-01T09:00:00.000Z" }], lastJob: ended })
    expect(status.data_exports[0]?.unread_fields).toEqual([kept])
    expect(status.problems).toMatchObject([
      {
        reason: "FIELDS_EMPTIED",
        health: "HEALTHY",
        resolution_owner: "SERVICE",
        since: "2026-01-01T09:00:00.000Z",
        customer_message:
          "Fake suddenly leaves out is_admin of users. What is stored stays until a later answer of Fake confirms that.",
        operator_message: `The last answers of Fake leave out is_admin of users (/users: ${kept.reason}). Records keep what they had until then. Everything else is read.`,
        affected: [{ fields: ["is_admin"], record_kinds: ["itsm_user"], detail: kept.reason }]
      }
    ])
  })

  it("says who decides about waiting deletions", () => {
    const held = {
      record_kind: "itsm_user",
      count: 12,
      reason: "LARGE_SHARE" as const,
      held_since: "2026-01-01T09:00:00.000Z"
    }
    expect(statusOf({ heldBackDeletions: [held] }).data_exports[0]?.held_back_deletions).toEqual([
      {
        ...held,
        resolution_owner: "SERVICE",
        customer_message:
          "Fake no longer lists 12 users, a large share of all; its answer may be incomplete. They stay until the operator of this service decides. If they are really gone, tell the operator.",
        operator_message:
          'Fake no longer lists 12 users, a large share of all; its answer may be incomplete. If the customer says that they are gone, confirm the deletions, otherwise dismiss them: POST .../held-back-deletions, or "tributary deletions".'
      }
    ])
  })

  it.each([
    ["the job that is due", { nextRunAt: "1970-01-01T00:00:00.000Z" }, "The next attempt is due now."],
    ["a later job", { nextRunAt: "1970-01-01T01:00:00.000Z" }, "The next attempt is at 1970-01-01 01:00 UTC."],
    [
      "the running job",
      { openJob: { ...ended, status: "RUNNING" as const, finished_at: null } },
      "A job is running now"
    ],
    [
      "no job while the connection is paused",
      { state: "PAUSED" as const, nextRunAt: "1970-01-01T01:00:00.000Z" },
      "The connection is paused; nothing is read until it is resumed."
    ]
  ])("announces %s", (_, values, sentence) => {
    const down = {
      reason: "VENDOR_DOWN" as const,
      extractor: "itsm_user",
      data_export_type: "itsm_users" as const,
      endpoint: "/users",
      detail: "answered 503",
      permissions: [],
      until: null,
      since: "2026-01-01T10:00:00.000Z"
    }
    const { problems } = statusOf({ ...values, problems: [down] })
    expect(problems).toMatchObject([{ reason: "VENDOR_DOWN", affected: [{ record_kinds: ["itsm_user"] }] }])
    expect(problems[0]?.customer_message).toContain(sentence)
  })
})

describe("what the status says about permissions", () => {
  const both = FakeVendor.connector({ itsm_users: [FakeVendor.users], device_groups: [FakeVendor.groups] })
  const refused = {
    reason: "PERMISSION_MISSING" as const,
    extractor: "itsm_user",
    data_export_type: "itsm_users" as const,
    endpoint: "/users",
    detail: "answered 403",
    permissions: ["groups.read", "users.read"],
    until: null,
    since: "2026-01-01T10:00:00.000Z"
  }
  const scanOf = (extractor: string) => ({
    extractor,
    last_scan_at: refused.since,
    last_full_at: refused.since,
    active_at: null
  })
  const problemsOf = (values: Partial<StatusFacts>) => Status.make(facts(values), both, timing).problems

  it("asks for no permission of a list that was read, and keeps the id of the problem when that list also fails", () => {
    const scans = [scanOf("device_group")]
    const [alone] = problemsOf({ scans, problems: [refused] })
    expect(alone).toMatchObject({
      permissions: ["users.read"],
      customer_message: "Fake lets this connection sign in, but not read users. Grant it users.read."
    })
    const down = {
      ...refused,
      extractor: "device_group",
      data_export_type: "device_groups",
      endpoint: "/groups"
    } as const
    const problems = problemsOf({ scans, problems: [{ ...down, reason: "VENDOR_DOWN" }, refused] })
    expect(problems.find(({ reason }) => reason === "PERMISSION_MISSING")).toMatchObject({
      id: alone?.id,
      permissions: ["groups.read", "users.read"]
    })
  })

  it("names failures in the order in which the connector declares its lists, as a job does", () => {
    const list = { row: Schema.Struct({ id: Schema.String }), pagination: Pagination.none(), permissions: [] }
    const times = { vendor_created_at: "2026-01-02T03:04:05.000Z", last_updated_at: null }
    const groups = Extractor.make({
      ...list,
      record: RecordKind.IdpGroup,
      endpoint: "/groups",
      toRecord: ({ id }) => ({ ...times, vendor_id: id, name: id, types: [], description: "" })
    })
    const apps = Extractor.make({
      ...list,
      record: RecordKind.IdpApplication,
      endpoint: "/apps",
      toRecord: ({ id }) => ({ ...times, vendor_id: id, name: id, labels: null, vendor_status: "ACTIVE" })
    })
    const down = { ...refused, reason: "VENDOR_DOWN", permissions: [], data_export_type: "idp" } as const
    const problems = [
      { ...down, extractor: apps.name, endpoint: "/apps" },
      { ...down, extractor: groups.name, endpoint: "/groups" }
    ]
    const [problem] = Status.make(facts({ problems }), FakeVendor.connector({ idp: [groups, apps] }), timing).problems
    expect(problem?.customer_message).toContain("read groups and applications.")
  })
})

describe("a request of the running job that waits", () => {
  const since = "2026-01-01T10:00:00.000Z"
  const wait = {
    data_export_type: "itsm_users",
    endpoint: "/users",
    reason: "VENDOR_DOWN",
    until: since,
    since,
    retries: 0
  } as const
  const problemsAfter = (secs: number, more: object = {}, values: Partial<StatusFacts> = {}) => {
    const openJob = {
      id: "8b5d6b8e-0f5c-4f0c-9d0a-6f1f4b0f2b11",
      status: "RUNNING" as const,
      started_at: since,
      finished_at: null,
      failure_reason: null,
      is_ended_by_pause: false,
      data_exports: [],
      waits: [{ ...wait, ...more }]
    }
    return Status.make(facts({ now: Date.parse(since) + secs * 1_000, openJob, ...values }), connector, timing).problems
  }
  const stored = {
    reason: "VENDOR_DOWN" as const,
    extractor: "itsm_user",
    data_export_type: "itsm_users" as const,
    endpoint: "/users",
    detail: "answered 503",
    permissions: [],
    until: null,
    since
  }

  it("is a problem after a minute, and keeps its id when the job has failed", () => {
    expect(problemsAfter(59)).toEqual([])
    const [hanging] = problemsAfter(60)
    expect(hanging).toMatchObject({
      reason: "VENDOR_DOWN",
      resolution_owner: "VENDOR",
      since,
      affected: [{ endpoint: "/users", record_kinds: ["itsm_user"], detail: `no answer since ${since}` }]
    })
    const [failed] = Status.make(facts({ problems: [stored] }), connector, timing).problems
    expect(failed?.id).toBe(hanging?.id)
  })

  it("is not a separate problem if the last job failed with it, or if it waits for its turn", () => {
    expect(problemsAfter(600, {}, { problems: [stored] })[0]?.affected).toHaveLength(1)
    expect(problemsAfter(600, { reason: "RATE_LIMITED" })).toEqual([])
    expect(problemsAfter(600, { reason: "RATE_LIMITED", retries: 2 })).toHaveLength(1)
  })
})

describe("a list that fills two export types", () => {
  const assets = Extractor.make({
    record: RecordKind.Resource,
    endpoint: "/assets",
    row: Schema.Struct({ id: Schema.String }),
    pagination: Pagination.none(),
    permissions: ["assets.read"],
    also: [
      Also.of<{ readonly id: string }>()({
        record: RecordKind.DeviceGroup,
        toRecord: ({ id }) => ({ name: id, vendor_id: id })
      })
    ],
    toRecord: ({ id }) => ({ name: id, type: "asset", vendor_id: id })
  })
  const both = FakeVendor.connector({ device_groups: [assets], resources: [assets] })
  const since = "2026-01-01T09:59:00.000Z"
  const openJob = {
    id: "8b5d6b8e-0f5c-4f0c-9d0a-6f1f4b0f2b11",
    status: "RUNNING" as const,
    started_at: since,
    finished_at: null,
    failure_reason: null,
    is_ended_by_pause: false,
    data_exports: [],
    waits: []
  }

  it("shows the progress of each export with its own records", () => {
    const counts = {
      resource: { seen: 9, created: 9, changed: 0, deleted: 0, rejected: 0 },
      device_group: { seen: 3, created: 2, changed: 1, deleted: 0, rejected: 0 }
    }
    const progress = [{ extractor: "resource", isFinished: false, counts }]
    const { current_job } = Status.make(facts({ openJob, firstJob: openJob, progress }), both, timing)
    expect(current_job?.data_exports).toMatchObject([
      { data_export_type: "device_groups", seen: 3, created: 2, changed: 1 },
      { data_export_type: "resources", seen: 9, created: 9, changed: 0 }
    ])
  })

  it("has each wait once for each export, which names its own records", () => {
    const wait = { endpoint: "/assets", reason: "VENDOR_DOWN" as const, until: since, since, retries: 1 }
    const waits = (["device_groups", "resources"] as const).map((data_export_type) => ({ data_export_type, ...wait }))
    const [problem] = Status.make(
      facts({ now: Date.parse(since) + 60_000, openJob: { ...openJob, waits } }),
      both,
      timing
    ).problems
    expect(problem?.affected).toMatchObject([
      { data_export_type: "device_groups", record_kinds: ["device_group"] },
      { data_export_type: "resources", record_kinds: ["resource"] }
    ])
  })
})

describe("the running job", () => {
  const job = {
    id: "8b5d6b8e-0f5c-4f0c-9d0a-6f1f4b0f2b11",
    status: "RUNNING" as const,
    started_at: "2026-01-01T10:00:00.000Z",
    finished_at: null,
    failure_reason: null,
    is_ended_by_pause: false,
    data_exports: [],
    waits: []
  }
  const scan = (active_at: string | null) => ({
    extractor: "itsm_user",
    last_scan_at: null,
    last_full_at: null,
    active_at
  })
  const counts = { seen: 3, created: 2, changed: 1, deleted: 0, rejected: 0 }
  const progressOf = (values: Partial<StatusFacts>) =>
    Status.make(facts({ openJob: job, firstJob: job, ...values }), connector, timing).current_job?.data_exports[0]

  it("shows a scan that an earlier job left unfinished as being read only once it moves on", () => {
    expect(progressOf({ scans: [scan("2026-01-01T09:00:00.000Z")] })).toMatchObject({ reading: [] })
    expect(progressOf({ scans: [scan("2026-01-01T10:00:01.000Z")] })).toMatchObject({ reading: ["/users"] })
  })

  it("does not show a list as being read once it has finished it, even if the scan failed and is unfinished", () => {
    const progress = [{ extractor: "itsm_user", isFinished: true, counts: { itsm_user: counts } }]
    expect(progressOf({ progress, scans: [scan("2026-01-01T10:00:01.000Z")] })).toMatchObject({
      reading: [],
      is_finished: true,
      ...counts
    })
  })
})
