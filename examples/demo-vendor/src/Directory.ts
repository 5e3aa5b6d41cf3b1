import { APP_PLANS, type OktaApp } from "./OktaApp.js"
import { makeFactors, type OktaFactor } from "./OktaFactor.js"
import { GROUP_PLANS, type GroupPlan, type OktaGroup } from "./OktaGroup.js"
import type { OktaRole, RoleType } from "./OktaRole.js"
import { makeUser, type OktaUser } from "./OktaUser.js"
import { makeRandom, type Random } from "./Random.js"

/** All data of the demo vendor: generated once from a seed, then changed by the steps in `Change.ts`. */
export interface Directory {
  readonly users: Map<string, OktaUser>
  readonly groups: Map<string, OktaGroup>
  readonly apps: Map<string, OktaApp>
  readonly roles: Map<string, ReadonlyArray<OktaRole>>
  readonly factors: Map<string, ReadonlyArray<OktaFactor>>
  readonly random: Random
  /** The ordinal of the next hire; higher than any before, also those of deleted users. */
  nextOrdinal: number
}

// A fixed day instead of today, so that a restarted demo shows the same people with the same dates, except logins.
const ANCHOR = Date.parse("2025-09-01T08:00:00.000Z")
const DAY = 86_400_000

/** The administrators of the organization, by place in the list of users; the first account owns the API token. */
const ADMINS: ReadonlyArray<readonly [ordinal: number, ...types: ReadonlyArray<RoleType>]> = [
  [0, "SUPER_ADMIN"],
  [4, "ORG_ADMIN", "READ_ONLY_ADMIN"],
  [5, "SUPER_ADMIN"],
  [13, "ORG_ADMIN"],
  [21, "READ_ONLY_ADMIN"],
  [34, "READ_ONLY_ADMIN"]
]

/** Adds a user to a group, and to the applications that are assigned to the group. */
export const joinGroup = (directory: Directory, group: OktaGroup, userId: string, at: string): void => {
  group.members.add(userId)
  group.lastMembershipUpdated = at
  for (const app of directory.apps.values()) {
    if (app.groupIds.includes(group.id)) assign(directory.random, app, userId, group.id, at)
  }
}

/** Removes a user from a group, and from the applications that the user had only through this group. */
export const leaveGroup = (directory: Directory, group: OktaGroup, userId: string, at: string): void => {
  group.members.delete(userId)
  group.lastMembershipUpdated = at
  for (const app of directory.apps.values()) {
    const assignment = app.assignments.get(userId)
    if (assignment?.groupId !== group.id) continue
    const other = app.groupIds.find((id) => directory.groups.get(id)?.members.has(userId))
    if (other === undefined) app.assignments.delete(userId)
    else app.assignments.set(userId, { ...assignment, groupId: other, lastUpdated: at })
  }
}

/**
 * Whether a user is in a group by rule: Everyone has all users who are not deprovisioned, a department's group its own
 * people.
 */
export const belongsByRule = (group: OktaGroup, user: OktaUser): boolean =>
  group.type === "BUILT_IN"
    ? user.status !== "DEPROVISIONED"
    : group.type === "OKTA_GROUP" && !group.isOpen && group.name === user.profile.department

const assign = (random: Random, app: OktaApp, userId: string, groupId: string | null, at: string): void => {
  if (app.assignments.has(userId)) return
  const externalId = app.provisions ? random.id("ext") : null
  app.assignments.set(userId, { userId, externalId, created: at, lastUpdated: at, groupId })
}

const makeGroup = (random: Random, plan: GroupPlan, ordinal: number, anchor: number): OktaGroup => {
  const created = anchor - (700 + random.below(700)) * DAY
  return {
    ordinal,
    id: random.id("00g"),
    type: plan.type,
    created: new Date(created).toISOString(),
    lastUpdated: new Date(created + random.below(300) * DAY).toISOString(),
    lastMembershipUpdated: new Date(anchor - random.below(40) * DAY).toISOString(),
    name: plan.name,
    description: plan.description,
    isOpen: plan.type === "OKTA_GROUP" && plan.share !== undefined,
    members: new Set()
  }
}

const fillGroups = (directory: Directory): void => {
  const { groups, random, users } = directory
  for (const [index, group] of [...groups.values()].entries()) {
    const share = GROUP_PLANS[index]?.share ?? 0
    for (const user of users.values()) {
      if (belongsByRule(group, user) || random.chance(share)) group.members.add(user.id)
    }
  }
}

const addApps = (directory: Directory, anchor: number): void => {
  const { apps, groups, random, users } = directory
  for (const [ordinal, plan] of APP_PLANS.entries()) {
    const givers = [...groups.values()].filter((group) => plan.groups.includes(group.name))
    const created = new Date(anchor - (400 + random.below(500)) * DAY).toISOString()
    const app: OktaApp = {
      ordinal,
      id: random.id("0oa"),
      name: plan.name,
      label: plan.label,
      status: plan.isInactive ? "INACTIVE" : "ACTIVE",
      signOnMode: plan.signOnMode,
      created,
      lastUpdated: new Date(anchor - random.below(300) * DAY).toISOString(),
      groupIds: givers.map((group) => group.id),
      provisions: plan.provisions ?? false,
      assignments: new Map()
    }
    apps.set(app.id, app)
    for (const user of users.values()) {
      if (user.status === "DEPROVISIONED" && app.status === "ACTIVE") continue
      const isNewer = user.created > created
      const since = isNewer ? user.created : created
      const giver = givers.find((group) => group.members.has(user.id))
      if (giver || random.chance(plan.share)) assign(random, app, user.id, giver?.id ?? null, since)
    }
  }
}

const addRoles = (directory: Directory): void => {
  const people = [...directory.users.values()]
  for (const [ordinal, ...types] of ADMINS) {
    const user = people[ordinal]
    if (user === undefined || user.status === "DEPROVISIONED") continue
    const created = user.activated ?? user.created
    directory.roles.set(
      user.id,
      types.map((type) => ({ id: directory.random.id("ra1"), type, created }))
    )
  }
}

/**
 * Generates the directory; the same seed and size always give the same one, except for logins, which reach up to the
 * day of `now`.
 */
export const makeDirectory = (options: {
  readonly seed: number
  readonly users: number
  readonly now: number
}): Directory => {
  const random = makeRandom(options.seed)
  const anchor = Math.min(ANCHOR, options.now)
  const today = Math.floor(options.now / DAY) * DAY
  const directory: Directory = {
    users: new Map(),
    groups: new Map(),
    apps: new Map(),
    roles: new Map(),
    factors: new Map(),
    random,
    nextOrdinal: options.users
  }
  const people: Array<OktaUser> = []
  for (let ordinal = 0; ordinal < options.users; ordinal++) {
    const user = makeUser(random, ordinal, people, { anchor, today })
    people.push(user)
    directory.users.set(user.id, user)
    directory.factors.set(user.id, makeFactors(random, user))
  }
  for (const [ordinal, plan] of GROUP_PLANS.entries()) {
    const group = makeGroup(random, plan, ordinal, anchor)
    directory.groups.set(group.id, group)
  }
  fillGroups(directory)
  addApps(directory, anchor)
  addRoles(directory)
  return directory
}
