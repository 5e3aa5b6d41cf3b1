import type { ApiFailure, Failure } from "../api/Failure.js"
import type {
  ConnectorEntry,
  ConnectSessionConnection,
  ConnectSessionTest,
  ConnectSessionView,
  DataExportType
} from "../api/schemas.generated.js"
import * as Draft from "./Draft.js"
import * as TroubleName from "./TroubleName.js"

/*
 * What the page shows and asks, as a pure function of what has happened. The screens show a state and say what the customer does; `App`
 * makes the request that a state waits for, and says how it went.
 */

/** A request that a state waits for. */
export type Request =
  /** Opens the link, unless this tab has done so already, and reads the session. */
  | { readonly is: "open" }
  | { readonly is: "test" }
  | { readonly is: "connect" }
  /** Whether the session has stored a connection: the answer that said so may have been lost. */
  | { readonly is: "look" }

/** Why the page has nothing more to offer. */
export type Ending =
  /** The address is that of no link. */
  | "noLink"
  /** There is no such link, or it was revoked. */
  | "invalid"
  /** The link was opened in another window. */
  | "opened"
  | "expired"
  /** The session was ended while it was open. */
  | "revoked"
  /** The connection is gone. */
  | "deleted"
  /** The session has stored a connection, or was ended. */
  | "used"
  /** A frame was loaded again in which the browser lets the page keep nothing, or the link was opened elsewhere. */
  | "forgotten"
  /** Too many credentials have failed. */
  | "locked"
  /** Nothing can be connected now; the session says why if it knows. */
  | "nothing"

/** What a request has failed with that may succeed later; the screen stays, with all that was entered. */
export interface Trouble {
  /** Why it has failed. */
  readonly failure: Failure
  /** When the request may be sent again, in milliseconds; null for at once. */
  readonly until: number | null
  /** What the API says that concerns no field. */
  readonly said: ReadonlyArray<string>
}

/** What the customer sees. */
export type Screen =
  /** Asks for a click: programs that look at mail open links, too, and a link opens only once. */
  | { readonly is: "welcome" }
  | { readonly is: "opening" }
  | { readonly is: "catalogue" }
  | { readonly is: "form" }
  | { readonly is: "result"; readonly test: ConnectSessionTest }
  | { readonly is: "consent"; readonly connection: ConnectSessionConnection }
  | { readonly is: "live"; readonly connection: ConnectSessionConnection }
  | { readonly is: "end"; readonly ending: Ending }

/** Everything that the page knows. */
export interface State {
  /** What the customer sees. */
  readonly screen: Screen
  /** What the session allows; null until it is open. */
  readonly view: ConnectSessionView | null
  /** The chosen vendor; null until there is one. */
  readonly vendor: string | null
  /** What was entered, by vendor. */
  readonly drafts: Readonly<Record<string, Draft.Draft>>
  /** What is wrong with the fields of the form. */
  readonly problems: Draft.FieldProblems
  /** The request that is on its way; null if there is none. */
  readonly request: Request | null
  /** What the last request has failed with; null if it has not. */
  readonly trouble: Trouble | null
  /** How often a form was sent that is wrong, so that each time the first wrong field gets the focus. */
  readonly refusals: number
  /** What has ended the session, so that nothing changes any more on the screen with its connection; null while it is open. */
  readonly stale: Ending | null
  /** The connection that the session has stored; null until it has, and once it was deleted. */
  readonly connectionId: string | null
  /** Whether the connection is new, or waited for its first consent when the link was opened. */
  readonly isFirst: boolean
  /** How many questions in a row how far the connection is got no answer. */
  readonly misses: number
  /** Whether the page forgets its session when it is loaded again. */
  readonly isForgetful: boolean
}

/** What happens. */
export type Event =
  | { readonly is: "continued" }
  | { readonly is: "viewed"; readonly view: ConnectSessionView }
  | { readonly is: "chose"; readonly vendor: string }
  | { readonly is: "choseWay"; readonly authType: string }
  | { readonly is: "typed"; readonly name: string; readonly value: string }
  | { readonly is: "toggled"; readonly type: DataExportType }
  /** The customer sends the form. */
  | { readonly is: "submitted" }
  | { readonly is: "tested"; readonly test: ConnectSessionTest }
  /** The customer connects although something cannot be read. */
  | { readonly is: "insisted" }
  | { readonly is: "stored"; readonly connection: ConnectSessionConnection }
  | { readonly is: "polled"; readonly connection: ConnectSessionConnection }
  /** A question how far the connection is was refused, or not answered. */
  | { readonly is: "missed"; readonly failure: Failure }
  | { readonly is: "wentBack" }
  | { readonly is: "retried" }
  | { readonly is: "failed"; readonly failure: Failure; readonly now: number }

/** How the page begins. */
export const begin = (options: {
  readonly hasLink: boolean
  /** Whether this tab has opened the link already. */
  readonly hasSession: boolean
  readonly isFramed: boolean
  /** Whether this tab knows that the connection waited for its first consent when the link was opened. */
  readonly isFirst?: boolean
  /** Whether the browser lets the page keep nothing within another one. */
  readonly isForgetful?: boolean
  /** The connection that was waiting for consent when this tab last knew; null if none was. */
  readonly waiting?: string | null
}): State => {
  const { hasLink, hasSession, isFirst = false, isForgetful = false, isFramed, waiting = null } = options
  const state: State = {
    screen: { is: "welcome" },
    view: null,
    vendor: null,
    drafts: {},
    problems: {},
    request: null,
    trouble: null,
    refusals: 0,
    stale: null,
    connectionId: waiting,
    isFirst,
    misses: 0,
    isForgetful
  }
  if (!hasLink && !hasSession) return end(state, isForgetful ? "forgotten" : "noLink")
  return hasSession || isFramed ? { ...state, screen: { is: "opening" }, request: { is: "open" } } : state
}

/** What was entered is forgotten as soon as it is of no use: it may be secret. */
const end = (state: State, ending: Ending): State => ({
  ...state,
  screen: { is: "end", ending },
  connectionId: ending === "deleted" ? null : state.connectionId,
  drafts: {},
  request: null,
  trouble: null,
  misses: 0
})

/** The connector that was chosen; null if there is none. */
export const connectorOf = ({ vendor, view }: State): ConnectorEntry | null =>
  view?.connectors.find((connector) => connector.vendor === vendor) ?? null

/** The draft of the chosen connector; null if there is none. */
export const draftOf = (state: State): Draft.Draft | null =>
  state.vendor === null ? null : (state.drafts[state.vendor] ?? null)

/** A chosen connector with its draft. */
export interface Chosen {
  /** What the session allows. */
  readonly view: ConnectSessionView
  /** The connector of the chosen vendor. */
  readonly connector: ConnectorEntry
  /** What was entered for it. */
  readonly draft: Draft.Draft
}

/** The connector that was chosen, and what was entered for it; null if there is none. */
export const chosenOf = (state: State): Chosen | null => {
  const connector = connectorOf(state)
  const draft = draftOf(state)
  return state.view === null || connector === null || draft === null ? null : { view: state.view, connector, draft }
}

/** Whether the chosen way needs the consent of the customer on a page of the vendor. */
export const isConsent = ({ connector, draft }: Chosen): boolean =>
  Draft.methodOf(connector, draft.authType).consent !== null

/** Whether there is a list of connectors to go back to. */
export const canGoBack = ({ view }: State): boolean =>
  view !== null && view.connection === null && view.connectors.length > 1

const choose = (state: State, view: ConnectSessionView, vendor: string): State => {
  const connector = view.connectors.find((each) => each.vendor === vendor)
  if (connector === undefined) return end(state, "nothing")
  const draft = state.drafts[vendor] ?? Draft.begin(connector, view)
  return { ...state, screen: { is: "form" }, vendor, drafts: { ...state.drafts, [vendor]: draft }, problems: {} }
}

const viewed = (former: State, view: ConnectSessionView): State => {
  const isNew = view.connection === null || view.connection.state === "PENDING"
  // Once the session has stored it, a connection may have its first consent since.
  const isFirst = isNew || (view.state !== "OPENED" && former.isFirst)
  const state: State = { ...former, view, isFirst, request: null, trouble: null }
  // The tab was loaded again after the connection was stored.
  if (view.state !== "OPENED") return { ...state, vendor: view.connection?.vendor ?? null, request: { is: "look" } }
  if (view.blocked !== null) return end(state, "nothing")
  const [first, ...others] = view.connectors
  if (first === undefined) return end(state, "nothing")
  return others.length === 0 ? choose(state, view, first.vendor) : { ...state, screen: { is: "catalogue" } }
}

const draft = (state: State, change: (draft: Draft.Draft) => Draft.Draft): State => {
  const current = draftOf(state)
  return state.vendor === null || current === null
    ? state
    : { ...state, drafts: { ...state.drafts, [state.vendor]: change(current) } }
}

const without = (problems: Draft.FieldProblems, name: string): Draft.FieldProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name))

/** The problem of a form that reads nothing, which is at no field. */
export const TYPES = "data_export_types"

/** What is wrong with a form, before anybody is asked. */
export const problemsOf = ({ connector, draft, view }: Chosen): Draft.FieldProblems => ({
  ...Draft.check(connector, view, draft),
  ...(view.connection === null && draft.types.length === 0 ? { [TYPES]: { is: "missing" } } : {})
})

const submitted = (state: State): State => {
  const chosen = chosenOf(state)
  if (chosen === null || state.request !== null) return state
  const problems = problemsOf(chosen)
  if (Object.keys(problems).length > 0) {
    return { ...state, problems, trouble: null, refusals: state.refusals + 1 }
  }
  return { ...state, problems: {}, trouble: null, request: { is: isConsent(chosen) ? "connect" : "test" } }
}

const stored = (state: State, connection: ConnectSessionConnection): State => ({
  ...state,
  vendor: connection.vendor,
  screen: { is: connection.consent?.state === "AWAITED" ? "consent" : "live", connection },
  connectionId: connection.id,
  drafts: {},
  request: null,
  trouble: null,
  misses: 0
})

/** The endings that codes mean; the others are troubles. */
const endings: Readonly<Record<string, Ending>> = {
  CONNECTION_NOT_FOUND: "deleted",
  CONNECT_LINK_OPENED: "opened",
  CONNECT_SESSION_EXPIRED: "expired",
  TOO_MANY_FAILED_CHECKS: "locked"
}

const endingOf = ({ isForgetful, view }: State, { code }: ApiFailure): Ending | null => {
  if (code === "CONNECT_SESSION_INVALID") return view === null ? "invalid" : "revoked"
  if (code === "CONNECT_LINK_OPENED" && isForgetful) return "forgotten"
  return endings[code ?? ""] ?? null
}

/** After these, neither the link nor the token of its session is of any use. */
const final: ReadonlySet<Ending> = new Set(["invalid", "opened", "expired", "revoked", "deleted", "used", "forgotten"])

/** Whether the session is over. */
export const isOver = ({ screen, stale }: State): boolean =>
  stale !== null || (screen.is === "end" && final.has(screen.ending))

/** Whether the connection has worked before, so that its credentials are renewed. */
export const isRenewal = ({ isFirst, view }: State): boolean => view !== null && !isFirst

/** A question that is missed is asked again soon; so many in a row are an outage. */
const MISSES = 3

/** Whether the customer has to know that no answer comes. */
export const isUnanswered = ({ misses }: State): boolean => misses >= MISSES

/** A session that ends leaves what it has stored, unless that waits for a consent or is gone. */
const missed = (state: State, failure: Failure): State => {
  const ending = failure.is === "api" ? endingOf(state, failure) : null
  if (ending === null) return { ...state, misses: state.misses + 1 }
  return state.screen.is === "live" && ending !== "deleted"
    ? { ...state, stale: ending, misses: 0 }
    : end(state, ending)
}

const failed = (state: State, failure: Failure, now: number): State => {
  const { request } = state
  if (failure.is === "api") {
    if (failure.code === "CONNECT_SESSION_USED") return { ...state, request: { is: "look" } }
    if (failure.code === "NOT_CONNECTED") return end(state, "used")
    const ending = endingOf(state, failure)
    if (ending !== null) return end(state, ending)
  }
  const chosen = chosenOf(state)
  const fields = chosen === null ? [] : Draft.fieldsOf(chosen.connector, chosen.draft)
  const found = Draft.problemsOf(failure, fields)
  const seconds =
    (failure.is === "api" ? failure.retryAfterSecs : null) ?? TroubleName.pauseOf(TroubleName.nameOf(failure))
  const isForm = request?.is === "test" || request?.is === "connect"
  return {
    ...state,
    screen: isForm ? { is: "form" } : state.screen,
    // The screen keeps what it may send again.
    request: null,
    problems: found.fields,
    refusals: state.refusals + 1,
    trouble: { failure, until: seconds === null ? null : now + seconds * 1_000, said: found.others }
  }
}

/** What a form goes back to. */
const wentBack = (state: State): State => {
  if (state.request !== null) return state
  if (state.screen.is === "result") return { ...state, screen: { is: "form" }, trouble: null }
  return canGoBack(state) ? { ...state, screen: { is: "catalogue" }, vendor: null, problems: {}, trouble: null } : state
}

/** The state after something has happened. */
export const next = (state: State, event: Event): State => {
  switch (event.is) {
    case "continued":
      return { ...state, screen: { is: "opening" }, request: { is: "open" } }
    case "viewed":
      return viewed(state, event.view)
    case "chose":
      return state.view === null ? state : choose(state, state.view, event.vendor)
    case "choseWay":
      return { ...draft(state, (former) => ({ ...former, authType: event.authType })), problems: {}, trouble: null }
    case "typed":
      return {
        ...draft(state, (former) => ({ ...former, values: { ...former.values, [event.name]: event.value } })),
        problems: without(state.problems, event.name)
      }
    case "toggled":
      return {
        ...draft(state, (former) => ({
          ...former,
          types: former.types.includes(event.type)
            ? former.types.filter((type) => type !== event.type)
            : [...former.types, event.type]
        })),
        problems: without(state.problems, TYPES)
      }
    case "submitted":
      return submitted(state)
    case "tested":
      return event.test.is_valid
        ? { ...state, request: { is: "connect" } }
        : { ...state, request: null, screen: { is: "result", test: event.test } }
    case "insisted":
      return state.request === null ? { ...state, request: { is: "connect" }, trouble: null } : state
    case "stored":
    case "polled":
      return stored(state, event.connection)
    case "missed":
      return missed(state, event.failure)
    case "wentBack":
      return wentBack(state)
    case "retried":
      return { ...state, request: { is: "open" }, trouble: null }
    case "failed":
      return failed(state, event.failure, event.now)
  }
}
