import fc from "fast-check"
import type { Fault, Strike } from "../vendor/Fault.js"
import { isIndexed, type ListShape, type LookupForm, type Paging } from "../vendor/ListShape.js"
import * as PartialAnswer from "../vendor/PartialAnswer.js"
import type { VendorShape } from "../vendor/SimulatedConnector.js"
import type { Blow, Change, ClockChange, Door, Happening, History, Step, Trouble } from "./History.js"

/** Row ids are taken from so few numbers that a removed row often returns. */
const ROWS = 30

const pick = fc.nat(ROWS)
const list = fc.nat(1)

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Insert" as const), list, row: fc.nat(ROWS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      _tag: fc.constant("InsertLate" as const),
      list,
      row: fc.nat(ROWS),
      minutes: fc.constantFrom(1, 8, 30, 150)
    })
  },
  { weight: 5, arbitrary: fc.record({ _tag: fc.constant("Remove" as const), list, pick }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Replace" as const), list, pick, row: fc.nat(ROWS) }) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Edit" as const), list, pick }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("AddChild" as const), pick, child: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("RemoveChild" as const), pick, child: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ _tag: fc.constant("Name" as const), pick, owner: fc.option(fc.nat(4)) })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Answer" as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("Defect" as const),
      list,
      pick,
      defect: fc.constantFrom("none" as const, "unreadable" as const, "nameless" as const)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Twice" as const), list, pick }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Clear" as const), list }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("Permit" as const), status: fc.constantFrom(403, 403, 404, null) })
  }
)

const fault: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Status" as const),
      status: fc.constantFrom(401, 403, 404, 410, 429, 500, 503),
      retryAfter: fc.constantFrom(null, null, 1, 30, 120, 7_200)
    })
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Fault>({ _tag: "Hang" }, { _tag: "Drop" }, { _tag: "Garbage" }, { _tag: "WrongShape" })
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Fault>(
      { _tag: "EmptyEnd" },
      { _tag: "EmptyMiddle" },
      { _tag: "Short" },
      { _tag: "Repeat" }
    )
  },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("Total" as const),
      lie: fc.constantFrom("zero" as const, "low" as const, "high" as const)
    })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Unreadable" as const), hasId: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ _tag: fc.constant("Partial" as const), sign: fc.constantFrom(...PartialAnswer.signs) })
  },
  { weight: 1, arbitrary: fc.constant<Fault>({ _tag: "Foreign" }) },
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Stale" as const), changes: fc.integer({ min: 1, max: 8 }) }) }
)

/** Most numbers of a request or call are low, because most runs are short. */
const at = fc.oneof({ weight: 3, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.nat(40) })

const strike: fc.Arbitrary<Strike> = fc.record({
  target: fc.constantFrom<Strike["target"]>(
    "any",
    "list",
    "list",
    "list",
    "children",
    "lookup",
    "lookup",
    "export",
    "details",
    "changes"
  ),
  at,
  times: fc.constantFrom(1, 1, 1, 2, 6, 1_000),
  fault
})

const blows: ReadonlyArray<Blow> = [
  "interrupt",
  "kill",
  "killAfter",
  "takeover",
  "pause",
  "otherTenant",
  "newToken",
  "confirm",
  "dismiss"
]
const troubles: ReadonlyArray<Trouble> = ["unavailable", "lostAnswer", "refused"]

const clockChange: fc.Arbitrary<ClockChange> = fc.record({
  clock: fc.constantFrom("processes" as const, "database" as const, "database" as const),
  hoursAhead: fc.constantFrom(-1 as const, 0 as const, 24 as const)
})

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: strike.map((it): Happening => ({ _tag: "Strike", ...it })) },
  { weight: 5, arbitrary: fc.record({ _tag: fc.constant("Change" as const), at, change }) },
  {
    weight: 1,
    arbitrary: fc.record({
      _tag: fc.constant("Trouble" as const),
      at,
      times: fc.constantFrom(1, 1, 3, 100),
      trouble: fc.constantFrom(...troubles)
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("Blow" as const),
      door: fc.constantFrom<Door>("request", "call"),
      at,
      blow: fc.constantFrom(...blows)
    })
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom<Door>("request", "call"), at, clockChange)
      .map(([door, number, it]): Happening => ({ _tag: "Clock", door, at: number, ...it }))
  }
)

const run: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Run" as const),
  times: fc.constantFrom(1, 1, 1, 2, 3),
  everyMinutes: fc.constantFrom(null, null, null, null, 1, 5, 20, 50),
  isSlow: fc.constantFrom(false, false, false, false, true),
  happenings: fc.oneof(fc.constant([]), fc.array(happening, { maxLength: 4, size: "max" }))
})

/** A list beside the pages is empty in several scans in a row, a moment or a distance apart. */
const empty: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Run" as const),
  times: fc.constantFrom(1, 2, 3),
  everyMinutes: fc.constantFrom(null, 5, 20, 50),
  isSlow: fc.constant(false),
  happenings: fc
    .record({
      target: fc.constantFrom("children" as const, "lookup" as const),
      at: fc.nat(2),
      times: fc.constantFrom(1, 4, 1_000)
    })
    .map((it): ReadonlyArray<Happening> => [{ _tag: "Strike", ...it, fault: { _tag: "EmptyEnd" } }])
})

/** While a list is read, a row that was read leaves, and another one comes behind those that were not. */
const shifting: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Run" as const),
  times: fc.constant(1),
  isSlow: fc.constant(false),
  happenings: fc
    .tuple(fc.integer({ min: 1, max: 4 }), list, fc.nat(3), fc.nat(ROWS))
    .map(
      ([at, which, pick, row]): ReadonlyArray<Happening> => [
        { _tag: "Change", at, change: { _tag: "Replace", list: which, pick, row } }
      ]
    )
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: run },
  { weight: 1, arbitrary: empty },
  { weight: 1, arbitrary: shifting },
  { weight: 8, arbitrary: change.map((it): Step => ({ _tag: "Change", change: it })) },
  { weight: 2, arbitrary: fc.constantFrom(1, 12, 25, 60).map((hours): Step => ({ _tag: "Wait", hours })) },
  { weight: 1, arbitrary: fc.boolean().map((isOtherTenant): Step => ({ _tag: "Credentials", isOtherTenant })) },
  { weight: 1, arbitrary: clockChange.map((it): Step => ({ _tag: "Clock", ...it })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>(
      { _tag: "Confirm" },
      { _tag: "Dismiss" },
      { _tag: "Pause" },
      { _tag: "Resume" },
      { _tag: "Restart" }
    )
  }
)

/** Every paging that a simulated vendor has. */
export const pagings: ReadonlyArray<Paging> = [
  "linkHeader",
  "nextLink",
  "cursor",
  "cursorToEmptyPage",
  "scroll",
  "offset",
  "pageNumber",
  "indexedLink",
  "single",
  "exportJob"
]

/** Whether an empty page can end the list. */
const endsOnEmptyPage = (shape: ListShape): boolean => isIndexed(shape) || shape.paging === "cursorToEmptyPage"

/** Makes the parts of a shape fit together: not every paging goes with every delta. */
const fitted = (shape: ListShape): ListShape => {
  const { paging } = shape
  const hasToken = shape.delta === "token"
  const hides = shape.hides && (hasToken || (paging !== "single" && paging !== "exportJob" && paging !== "scroll"))
  return {
    ...shape,
    hides,
    paging: hasToken ? "nextLink" : paging,
    // A job takes too long for the few rows that a list of changes names.
    delta: shape.delta === "feed" && paging === "exportJob" ? "none" : shape.delta,
    // A scroll without a total would be a cursor.
    // Nor does a vendor that has pages without rows, and hides what would be on them, know how many rows the customer sees.
    hasTotal: (shape.hasTotal && paging !== "exportJob" && !(hides && endsOnEmptyPage(shape))) || paging === "scroll",
    hasDetails: shape.hasDetails && !hasToken && paging !== "exportJob"
  }
}

const shape: fc.Arbitrary<ListShape> = fc
  .record({
    paging: fc.constantFrom(...pagings),
    hasTotal: fc.boolean(),
    pageSize: fc.integer({ min: 2, max: 6 }),
    order: fc.constantFrom<ListShape["order"]>("id", "id", "id", "newestFirst"),
    delta: fc.constantFrom<ListShape["delta"]>("none", "none", "since", "token", "feed"),
    lookup: fc.option(
      fc.record({
        form: fc.constantFrom<LookupForm>("joined", "sparse", "shared", "batched", "perRow"),
        isRequired: fc.boolean()
      })
    ),
    hasChildren: fc.boolean(),
    hasMentions: fc.boolean(),
    hides: fc.constantFrom(false, false, true),
    hasDetails: fc.constantFrom(false, false, false, true)
  })
  .map(fitted)

const plain = (it: ListShape): ListShape => ({ ...it, lookup: null, hasChildren: false, hasMentions: false })

/** Pagings whose requests are parameters only, which a body can carry. */
const isPostable = ({ paging }: ListShape): boolean =>
  paging === "cursor" ||
  paging === "cursorToEmptyPage" ||
  paging === "scroll" ||
  paging === "offset" ||
  paging === "pageNumber"

const vendor: fc.Arbitrary<VendorShape> = fc
  .record({
    users: shape,
    second: fc.option(
      fc.record({ kind: fc.constantFrom("groups" as const, "devices" as const), shape: shape.map(plain) })
    ),
    isGraphql: fc.constantFrom(false, false, true)
  })
  .map((it) => ({
    ...it,
    isGraphql: it.isGraphql && isPostable(it.users) && (it.second === null || isPostable(it.second.shape))
  }))

/** Most histories begin with a job that nothing disturbs, because an empty store has nothing to lose. */
const first: fc.Arbitrary<ReadonlyArray<Step>> = fc.constantFrom<ReadonlyArray<Step>>(
  [{ _tag: "Run", times: 1, isSlow: false, happenings: [] }],
  [{ _tag: "Run", times: 1, isSlow: false, happenings: [] }],
  [{ _tag: "Run", times: 1, isSlow: false, happenings: [] }],
  []
)

/** Lists that take a request per row are short, because requests are what a history costs. */
const isCostly = ({ hasChildren, lookup }: ListShape): boolean => hasChildren || lookup?.form === "perRow"

/** Any history. */
export const history: fc.Arbitrary<History> = fc
  .record({
    vendor,
    // A slow vendor needs more than one job for a long list.
    rows: fc.oneof({ weight: 19, arbitrary: fc.nat(11) }, { weight: 1, arbitrary: fc.nat(ROWS) }),
    pace: fc.nat(1_000_000),
    steps: fc.tuple(first, fc.array(step, { maxLength: 12, size: "max" })).map(([start, rest]) => [...start, ...rest])
  })
  .map((it) => ({ ...it, rows: isCostly(it.vendor.users) ? Math.ceil(it.rows / 2) : it.rows }))
