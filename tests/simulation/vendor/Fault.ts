import * as Distortion from "../../support/vendor/Distortion.js"
import { type Entry, type Reply, refusal, type ServedPage } from "../../support/vendor/Page.js"
import * as PartialAnswer from "./PartialAnswer.js"
import type { Target, Tenant, Understood } from "./Tenant.js"
import { nameOf, type TenantList } from "./TenantList.js"

/** What goes wrong with an answer of the vendor. */
export type Fault =
  /** It refuses; `retryAfter` is in seconds, null if it does not say. */
  | { readonly _tag: "Status"; readonly status: number; readonly retryAfter: number | null }
  /** It never answers. */
  | { readonly _tag: "Hang" }
  /** It closes the connection. */
  | { readonly _tag: "Drop" }
  /** It answers with something that is not JSON. */
  | { readonly _tag: "Garbage" }
  /** It answers with JSON of another shape. */
  | { readonly _tag: "WrongShape" }
  /** It ends the list with an empty page, and still tells the true total; also the list below a row, and a list of answers. */
  | { readonly _tag: "EmptyEnd" }
  /** It answers with an empty page and leads on to the rows that belong there. */
  | { readonly _tag: "EmptyMiddle" }
  /** It leaves out the last row of the page, and leads on behind it. */
  | { readonly _tag: "Short" }
  /** It tells a wrong total. */
  | { readonly _tag: "Total"; readonly lie: "zero" | "low" | "high" }
  /** It adds a row of the list once more, with different content. */
  | { readonly _tag: "Repeat" }
  /** A replica of the list answers, which lags so many changes behind. */
  | { readonly _tag: "Stale"; readonly changes: number }
  /** It sends the first row in a form that cannot be read. */
  | { readonly _tag: "Unreadable"; readonly hasId: boolean }
  /** It leaves rows out, and its answer shows it. */
  | { readonly _tag: "Partial"; readonly sign: PartialAnswer.Sign }
  /** It sends rows of its other customer. */
  | { readonly _tag: "Foreign" }

/** Which requests of a run a fault strikes: `times` of those for the target, from the one with number `at` on. */
export interface Strike {
  readonly target: Target | "any"
  readonly at: number
  readonly times: number
  readonly fault: Fault
}

/** What the vendor does instead of answering truthfully. */
export type Outcome =
  | {
      readonly _tag: "Reply"
      readonly reply: Reply
      /** Whether a fault distorted the answer, which still looks right. */
      readonly isDistorted: boolean
      /** Whether a fault left rows out, which the answer shows. */
      readonly isPartial: boolean
    }
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Hang" }
  | { readonly _tag: "Drop" }

const reply = (made: Reply, isDistorted = false): Outcome => ({
  _tag: "Reply",
  reply: made,
  isDistorted,
  isPartial: false
})

/** The answer without its rows, if it is about a list beside the pages: such a list ends early, and nothing shows it. */
const emptied = ({ reply: truth, target }: Understood): Reply | null => {
  const body = (truth?.body ?? {}) as Readonly<Record<string, unknown>>
  const isList = Array.isArray(body["items"]) && body["items"].length > 0
  return truth === null || !isList || (target !== "children" && target !== "lookup")
    ? null
    : { ...truth, body: { items: [] } }
}

const lies: Readonly<Record<"zero" | "low" | "high", (total: number) => number>> = {
  zero: () => 0,
  low: (total) => total - 2,
  high: (total) => total + 2
}

const unreadable = (entry: Entry, hasId: boolean): Entry => {
  const { id: _id, ...rest } = entry.raw
  return { ...entry, raw: { ...(hasId ? { id: entry.id } : {}), ...rest, name: { unexpected: true } } }
}

/** A page that lies, or null if this fault cannot distort this page. */
const distorted = (fault: Fault, list: TenantList, page: ServedPage): ServedPage | null => {
  const { entries } = page
  const last = entries.at(-1)
  switch (fault._tag) {
    case "EmptyEnd":
      return entries.length === 0 ? null : Distortion.emptyEnd(page)
    case "EmptyMiddle":
      return Distortion.emptyMiddle(page)
    case "Short":
      return last === undefined ? null : { ...page, entries: entries.slice(0, -1) }
    case "Total":
      return Distortion.wrongTotal(page, lies[fault.lie])
    case "Repeat": {
      const item = list.rows()[0]
      if (item === undefined || page.entries.length === 0) return null
      const { changedAt, id } = item
      const entry = { key: "", id, changedAt, raw: list.raw(item), isHidden: false }
      return Distortion.repeated(page, entry, `${nameOf(item)} once more`)
    }
    case "Unreadable": {
      const [first, ...rest] = entries
      return first === undefined ? null : { ...page, entries: [unreadable(first, fault.hasId), ...rest] }
    }
    default:
      return null
  }
}

/**
 * What the vendor answers to a request that it understood, if the fault strikes; the truth for null. `foreign` are rows of the other
 * customer.
 */
export const outcomeOf = (
  tenant: Tenant,
  understood: Understood,
  fault: Fault | null,
  foreign: ReadonlyArray<Entry>
): Outcome => {
  const { list, page } = understood
  const truth = () => {
    if (list !== null && page !== null) return reply(tenant.render(list, page))
    return reply(understood.reply ?? refusal(404))
  }
  if (fault === null) return truth()
  switch (fault._tag) {
    case "Status":
      return reply(refusal(fault.status, fault.retryAfter === null ? {} : { "retry-after": String(fault.retryAfter) }))
    case "Hang":
    case "Drop":
      return { _tag: fault._tag }
    case "Garbage":
      return { _tag: "Text", text: "<html>Sorry</html>" }
    case "WrongShape":
      return reply({ status: 200, headers: {}, body: { message: "maintenance" } })
    case "Stale":
      return list === null || page === null ? truth() : reply(tenant.render(list, page), true)
    case "Partial": {
      const whole = truth()
      const partial =
        whole._tag === "Reply"
          ? PartialAnswer.of(whole.reply, fault.sign, tenant.newestDelta(understood), list?.shape.pageSize ?? 0)
          : null
      return partial === null ? whole : { _tag: "Reply", reply: partial, isDistorted: false, isPartial: true }
    }
    case "Foreign": {
      // Ids alone, and rows that say only that they are gone, do not show whose they are.
      const isShown = list !== null && page !== null && !list.shape.hasDetails && page.entries.length > 0
      return isShown && foreign.length > 0
        ? reply(tenant.render(list, { ...page, entries: foreign.slice(0, page.entries.length) }))
        : truth()
    }
    default: {
      const empty = fault._tag === "EmptyEnd" ? emptied(understood) : null
      if (empty !== null) return reply(empty, true)
      const made = list === null || page === null ? null : distorted(fault, list, page)
      return made === null || list === null ? truth() : reply(tenant.render(list, made), true)
    }
  }
}
