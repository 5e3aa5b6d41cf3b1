import type { Fault, Strike } from "../vendor/Fault.js"
import type { ListShape, LookupForm } from "../vendor/ListShape.js"
import type { VendorShape } from "../vendor/SimulatedConnector.js"
import type { Blow, Change, ClockChange, Happening, History, Step, Trouble } from "./History.js"

const pagings: Readonly<Record<ListShape["paging"], string>> = {
  linkHeader: "with Link headers",
  nextLink: "with links in the body",
  cursor: "by cursor",
  cursorToEmptyPage: "by cursor until an empty page",
  scroll: "by scroll",
  offset: "by offset",
  pageNumber: "by number",
  indexedLink: "with links that hold an index",
  single: "",
  exportJob: "of an export job"
}

const deltas: Readonly<Record<ListShape["delta"], string>> = {
  none: "",
  since: ", deltas since an instant",
  token: ", deltas by token",
  feed: ", a list of changes"
}

const lookups: Readonly<Record<LookupForm, string>> = {
  joined: "list of titles",
  sparse: "list of some titles",
  shared: "answer with all titles",
  batched: "request for the titles of several rows",
  perRow: "title per row"
}

const listed = (name: string, shape: ListShape): string => {
  const { hasChildren, hasDetails, hasMentions, hasTotal, hides, lookup, order, pageSize, paging } = shape
  const pages = paging === "single" ? "on one page" : `in pages of ${pageSize} ${pagings[paging]}`
  const question =
    lookup === null ? "" : `, ${lookup.isRequired ? "a required" : "an optional"} ${lookups[lookup.form]}`
  return [
    `${name} ${pages}`,
    order === "id" ? "" : ", newest first",
    hasTotal ? ", with a total" : "",
    hides ? ", some of whose rows are hidden" : "",
    hasDetails ? ", as ids with details" : "",
    deltas[shape.delta],
    question,
    hasChildren ? ", a list below each row" : "",
    hasMentions ? ", rows that name another record" : ""
  ].join("")
}

const vendor = ({ isGraphql, second, users }: VendorShape): string => {
  const lists = [listed("users", users), ...(second === null ? [] : [listed(second.kind, second.shape)])]
  return `${lists.join("; and ")}${isGraphql ? "; at one address" : ""}`
}

const listName = (number: number): string => (number % 2 === 0 ? "first list" : "last list")

const change = (it: Change): string => {
  switch (it._tag) {
    case "Insert":
      return `adds row i${it.row} to the ${listName(it.list)}`
    case "InsertLate":
      return `adds row i${it.row} to the ${listName(it.list)}, but lists it only ${it.minutes} minutes later`
    case "Remove":
      return `removes row number ${it.pick} of the ${listName(it.list)}`
    case "Replace":
      return `replaces row number ${it.pick} of the ${listName(it.list)} by row i${it.row}`
    case "Edit":
      return `changes row number ${it.pick} of the ${listName(it.list)}`
    case "AddChild":
      return `adds c${it.child} below user number ${it.pick}`
    case "RemoveChild":
      return `removes c${it.child} below user number ${it.pick}`
    case "Name":
      return `lets user number ${it.pick} name ${it.owner === null ? "nothing" : `o${it.owner}`}`
    case "Answer":
      return `changes the title of user number ${it.pick}`
    case "Defect":
      return `makes row number ${it.pick} of the ${listName(it.list)} ${it.defect === "none" ? "readable" : it.defect}`
    case "Twice":
      return `lists row number ${it.pick} of the ${listName(it.list)} ${"twice, or once again"}`
    case "Clear":
      return `removes all rows of the ${listName(it.list)}`
    case "Permit":
      return it.status === null ? "answers questions about users" : `refuses questions about users with ${it.status}`
  }
}

const fault = (it: Fault): string => {
  switch (it._tag) {
    case "Status":
      return `answers ${it.status}${it.retryAfter === null ? "" : ` and asks to wait ${it.retryAfter} seconds`}`
    case "Hang":
      return "never answers"
    case "Drop":
      return "closes the connection"
    case "Garbage":
      return "answers with HTML"
    case "WrongShape":
      return "answers with JSON of another shape"
    case "EmptyEnd":
      return "ends the list with an empty page"
    case "EmptyMiddle":
      return "answers with an empty page that leads on"
    case "Short":
      return "leaves out the last row of the page"
    case "Total":
      return `tells a total that is ${it.lie === "zero" ? "zero" : `too ${it.lie}`}`
    case "Repeat":
      return "repeats a row with other content"
    case "Stale":
      return `answers from a replica that lags ${it.changes} changes behind`
    case "Partial":
      return `leaves rows out, and shows it (${it.sign})`
    case "Foreign":
      return "sends rows of its other customer"
    case "Unreadable":
      return `sends the first row in a form that cannot be read${it.hasId ? "" : ", without its id"}`
  }
}

const strike = ({ at, fault: what, target, times }: Strike): string => {
  const which = target === "any" ? "request" : `${target} request`
  const further = times >= 1_000 ? " and at all later ones" : ` and at the next ${times - 1}`
  return `at ${which} ${at}${times === 1 ? "" : further}, the vendor ${fault(what)}`
}

const troubles: Readonly<Record<Trouble, string>> = {
  unavailable: "the database is away",
  lostAnswer: "the database commits, but the connection breaks",
  refused: "the database refuses"
}

const blows: Readonly<Record<Blow, string>> = {
  interrupt: "the process is stopped",
  kill: "the process dies before it takes effect",
  killAfter: "the process dies after it took effect",
  takeover: "the process freezes, another one takes over, and then the first continues",
  pause: "the connection is paused",
  otherTenant: "the customer enters credentials of another tenant",
  newToken: "the customer replaces the token",
  confirm: "an operator confirms the deletions that wait",
  dismiss: "an operator dismisses the deletions that wait"
}

const hours = (count: number): string => (Math.abs(count) === 1 ? "1 hour" : `${Math.abs(count)} hours`)

const clock = ({ clock: whose, hoursAhead }: ClockChange): string => {
  const set = hoursAhead === 0 ? "is right again" : `is ${hours(hoursAhead)} ${hoursAhead < 0 ? "behind" : "ahead"}`
  return `the clock of the ${whose} ${set}`
}

const happening = (it: Happening): string => {
  switch (it._tag) {
    case "Strike":
      return strike(it)
    case "Change":
      return `before request ${it.at}, the vendor ${change(it.change)}`
    case "Trouble":
      return `at database call ${it.at}${it.times === 1 ? "" : ` and ${it.times - 1} more`}, ${troubles[it.trouble]}`
    case "Blow":
      return `at ${it.door === "call" ? "database call" : "request"} ${it.at}, ${blows[it.blow]}`
    case "Clock":
      return `from ${it.door === "call" ? "database call" : "request"} ${it.at} on, ${clock(it)}`
  }
}

const step = (it: Step): ReadonlyArray<string> => {
  switch (it._tag) {
    case "Change":
      return [`The vendor ${change(it.change)}.`]
    case "Run": {
      const { everyMinutes = null } = it
      const jobs = it.times === 1 ? "A job runs" : `${it.times} jobs run, one after another`
      const times =
        everyMinutes === null ? jobs : `${jobs}, each ${everyMinutes} minutes after the request of a full scan`
      const slow = it.isSlow ? ", while the vendor is slow" : ""
      return [
        `${times}${slow}${it.happenings.length === 0 ? "." : ":"}`,
        ...it.happenings.map((each) => `   - ${happening(each)}`)
      ]
    }
    case "Wait":
      return [`${it.hours} hours pass.`]
    case "Clock":
      return [`From now on, ${clock(it)}.`]
    case "Credentials":
      return [
        it.isOtherTenant ? "The customer enters credentials of the other tenant." : "The customer replaces the token."
      ]
    case "Confirm":
      return ["An operator confirms the deletions that wait."]
    case "Dismiss":
      return ["An operator dismisses the deletions that wait."]
    case "Pause":
      return ["An operator pauses the connection until the next job."]
    case "Resume":
      return ["An operator resumes the connection."]
    case "Restart":
      return ["The process restarts."]
  }
}

/** The history as a person would tell it. Requests, calls and rows are counted from 0. */
export const tell = (history: History): ReadonlyArray<string> => [
  `The vendor has ${vendor(history.vendor)}. Each list begins with ${history.rows} rows.`,
  ...history.steps.flatMap((it, index) => {
    const [first = "", ...rest] = step(it)
    return [`${index + 1}. ${first}`, ...rest]
  }),
  "Then the vendor is healthy and does not change any more."
]
