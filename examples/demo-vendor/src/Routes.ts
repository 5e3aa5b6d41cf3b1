import type { Directory } from "./Directory.js"
import { appBody, assignmentBody, groupAssignmentBody } from "./OktaApp.js"
import { notFound, oktaError } from "./OktaError.js"
import { factorBody } from "./OktaFactor.js"
import { groupBody, type OktaGroup } from "./OktaGroup.js"
import { logEventBody, logOf } from "./OktaLogEvent.js"
import { policiesOf, policyBody } from "./OktaPolicy.js"
import { roleBody } from "./OktaRole.js"
import { type OktaUser, userBody } from "./OktaUser.js"
import { cutPage, linkHeaders, type PageSizes } from "./Paging.js"
import type { Reply } from "./Reply.js"
import { type Attributes, parseExpression } from "./SearchExpression.js"

interface Request {
  readonly directory: Directory
  readonly url: URL
  /** The id in the path; empty when the route has none. */
  readonly id: string
}

type Handler = (request: Request) => Reply

const json = (body: unknown): Reply => ({ status: 200, body })

const USER_SEARCH: Attributes<OktaUser> = {
  id: { read: (user) => user.id },
  status: { read: (user) => user.status },
  created: { read: (user) => user.created, isInstant: true },
  activated: { read: (user) => user.activated, isInstant: true },
  statusChanged: { read: (user) => user.statusChanged, isInstant: true },
  lastUpdated: { read: (user) => user.lastUpdated, isInstant: true },
  "profile.login": { read: (user) => user.profile.login },
  "profile.email": { read: (user) => user.profile.email },
  "profile.firstName": { read: (user) => user.profile.firstName },
  "profile.lastName": { read: (user) => user.profile.lastName },
  "profile.department": { read: (user) => user.profile.department }
}

const GROUP_SEARCH: Attributes<OktaGroup> = {
  id: { read: (group) => group.id },
  type: { read: (group) => group.type },
  lastUpdated: { read: (group) => group.lastUpdated, isInstant: true },
  lastMembershipUpdated: { read: (group) => group.lastMembershipUpdated, isInstant: true }
}

/** Answers a page of a list, filtered by `search` or `filter`, or by `defaultFilter` without either. */
const list = <A>(
  { url }: Request,
  rows: ReadonlyArray<A>,
  options: {
    readonly sizes: PageSizes
    readonly ordinalOf: (row: A) => number
    readonly body: (row: A, origin: string) => unknown
    readonly attributes?: Attributes<A>
    readonly defaultFilter?: (row: A) => boolean
  }
): Reply => {
  const expression = url.searchParams.get("search") ?? url.searchParams.get("filter")
  const test =
    expression === null
      ? (options.defaultFilter ?? (() => true))
      : parseExpression(expression, options.attributes ?? {})
  if (typeof test === "string") return oktaError("E0000031", [test])
  const page = cutPage(rows.filter(test), options.ordinalOf, options.sizes, url)
  if ("status" in page) return page
  return {
    status: 200,
    headers: { link: linkHeaders(page) },
    body: page.rows.map((row) => options.body(row, url.origin))
  }
}

const listUsers: Handler = (request) =>
  list(request, [...request.directory.users.values()], {
    sizes: { default: 200, max: 200 },
    ordinalOf: (user) => user.ordinal,
    body: userBody,
    attributes: USER_SEARCH,
    // "Returns all users that don't have a DEPROVISIONED status": https://developer.okta.com/docs/reference/user-query
    defaultFilter: (user) => user.status !== "DEPROVISIONED"
  })

const listGroups: Handler = (request) =>
  list(request, [...request.directory.groups.values()], {
    sizes: { default: 10_000, max: 10_000 },
    ordinalOf: (group) => group.ordinal,
    body: groupBody,
    attributes: GROUP_SEARCH
  })

const listApps: Handler = (request) =>
  list(request, [...request.directory.apps.values()], {
    sizes: { default: 20, max: 200 },
    ordinalOf: (app) => app.ordinal,
    body: appBody,
    attributes: { status: { read: (app) => app.status }, name: { read: (app) => app.name } }
  })

const listMembers: Handler = (request) => {
  const group = request.directory.groups.get(request.id)
  if (group === undefined) return notFound(request.id, "UserGroup")
  const members = [...request.directory.users.values()].filter((user) => group.members.has(user.id))
  return list(request, members, {
    sizes: { default: 1000, max: 1000 },
    ordinalOf: (user) => user.ordinal,
    body: userBody
  })
}

const listAppUsers: Handler = (request) => {
  const app = request.directory.apps.get(request.id)
  if (app === undefined) return notFound(request.id, "AppInstance")
  const rows = [...request.directory.users.values()].flatMap((user) => {
    const assignment = app.assignments.get(user.id)
    return assignment ? [{ user, assignment }] : []
  })
  return list(request, rows, {
    sizes: { default: 50, max: 500 },
    ordinalOf: ({ user }) => user.ordinal,
    body: ({ user, assignment }, origin) => assignmentBody(app, assignment, user, origin)
  })
}

const listAppGroups: Handler = (request) => {
  const { apps, groups } = request.directory
  const app = apps.get(request.id)
  if (app === undefined) return notFound(request.id, "AppInstance")
  const rows = [...groups.values()].filter((group) => app.groupIds.includes(group.id))
  return list(request, rows, {
    sizes: { default: 20, max: 200 },
    ordinalOf: (group) => group.ordinal,
    body: (group, origin) => groupAssignmentBody(app, group, app.groupIds.indexOf(group.id), origin)
  })
}

const listPolicies: Handler = (request) => {
  const policies = policiesOf(request.url.searchParams.get("type") ?? "", request.directory.groups.values())
  if (policies === null) return oktaError("E0000002", [], ": Invalid policy type specified.")
  return list(request, policies, {
    sizes: { default: 200, max: 200 },
    ordinalOf: (policy) => policy.ordinal,
    body: policyBody
  })
}

const listLog: Handler = (request) => {
  const since = Date.parse(request.url.searchParams.get("since") ?? "")
  const events = logOf(request.directory.users.values())
  return list(
    request,
    events.filter(({ published }) => Number.isNaN(since) || Date.parse(published) >= since),
    {
      sizes: { default: 100, max: 1_000 },
      ordinalOf: (event) => event.ordinal,
      body: logEventBody,
      attributes: { eventType: { read: (event) => event.eventType } }
    }
  )
}

/** Unlike the other lists, this one has its rows in `value` and its next page in `_links`. */
const listAdmins: Handler = ({ directory, url }) => {
  const admins = [...directory.users.values()].filter((user) => directory.roles.has(user.id))
  const page = cutPage(admins, (user) => user.ordinal, { default: 100, max: 200 }, url)
  if ("status" in page) return page
  const value = page.rows.map(({ id }) => ({
    id,
    orn: `orn:okta:directory:00oDemoVendor0000000:users:${id}`,
    _links: { self: { href: `${url.origin}/api/v1/users/${id}` } }
  }))
  return json({ value, _links: page.next === undefined ? {} : { next: { href: page.next } } })
}

// Like Okta, finds a user by id or by login.
const forUser =
  (answer: (user: OktaUser, request: Request) => unknown): Handler =>
  (request) => {
    const { directory, id } = request
    const user = directory.users.get(id) ?? [...directory.users.values()].find(({ profile }) => profile.login === id)
    return user === undefined ? notFound(id, "User") : json(answer(user, request))
  }

const getMe: Handler = (request) => {
  const [owner] = request.directory.users.keys()
  return getUser({ ...request, id: owner ?? "" })
}

const getUser = forUser((user, { url }) => userBody(user, url.origin))

const listRoles = forUser((user, { directory, url }) =>
  (directory.roles.get(user.id) ?? []).map((role) => roleBody(role, user.id, url.origin))
)

const listFactors = forUser((user, { directory, url }) =>
  (directory.factors.get(user.id) ?? []).map((factor) => factorBody(factor, user, url.origin))
)

/** An endpoint, and the family in which its requests count towards the rate limit. */
export interface Route {
  /** The id in a path of the endpoint, empty if its paths have none; null for any other path. */
  readonly idIn: (path: string) => string | null
  readonly family: string
  readonly handle: Handler
}

const route = (family: string, handle: Handler): Route => {
  const [start = "", end] = family.split("{id}")
  const idIn = (path: string): string | null => {
    if (end === undefined) return path === family ? "" : null
    const id = path.slice(start.length, path.length - end.length)
    return id !== "" && !id.includes("/") && path === `${start}${id}${end}` ? id : null
  }
  return { family, idIn, handle }
}

/** All endpoints of the demo vendor, with Okta's paths: https://developer.okta.com/docs/api/openapi/okta-management/management/ */
export const ROUTES: ReadonlyArray<Route> = [
  route("/api/v1/users", listUsers),
  route("/api/v1/users/me", getMe),
  route("/api/v1/users/{id}", getUser),
  route("/api/v1/users/{id}/roles", listRoles),
  route("/api/v1/users/{id}/factors", listFactors),
  route("/api/v1/iam/assignees/users", listAdmins),
  route("/api/v1/groups", listGroups),
  route("/api/v1/groups/{id}/users", listMembers),
  route("/api/v1/logs", listLog),
  route("/api/v1/policies", listPolicies),
  route("/api/v1/apps", listApps),
  route("/api/v1/apps/{id}/users", listAppUsers),
  route("/api/v1/apps/{id}/groups", listAppGroups)
]
