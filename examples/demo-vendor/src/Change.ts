import { belongsByRule, type Directory, joinGroup, leaveGroup } from "./Directory.js"
import { makeHire, type OktaUser } from "./OktaUser.js"
import { DEPARTMENTS } from "./Vocabulary.js"

/** A small change that was made to the directory. */
export interface Change {
  readonly kind: "login" | "title" | "join" | "leave" | "hire" | "deactivation" | "deletion"
  readonly at: string
  readonly userId: string
  readonly groupId?: string
}

type Step = (directory: Directory, at: string) => Change | undefined

// Leaves out the first account, which owns the API token and must stay.
const activePeople = (directory: Directory): ReadonlyArray<OktaUser> =>
  [...directory.users.values()].filter((user) => user.status === "ACTIVE" && user.ordinal > 0)

const anyone = (directory: Directory): OktaUser | undefined => {
  const people = activePeople(directory)
  return people.length === 0 ? undefined : directory.random.pick(people)
}

// Okta updates lastLogin but not lastUpdated, so a search by lastUpdated never finds a login.
const login: Step = (directory, at) => {
  const user = anyone(directory)
  if (user === undefined) return undefined
  directory.users.set(user.id, { ...user, lastLogin: at })
  return { kind: "login", at, userId: user.id }
}

const changeTitle: Step = (directory, at) => {
  const user = anyone(directory)
  if (user === undefined) return undefined
  const department = DEPARTMENTS.find(({ name }) => name === user.profile.department)
  const others = (department?.titles ?? []).slice(1).filter((title) => title !== user.profile.title)
  const title = directory.random.pick(others.length > 0 ? others : ["Advisor"])
  directory.users.set(user.id, { ...user, lastUpdated: at, profile: { ...user.profile, title } })
  return { kind: "title", at, userId: user.id }
}

const moveMember: Step = (directory, at) => {
  const { random } = directory
  const group = random.pick([...directory.groups.values()].filter(({ isOpen }) => isOpen))
  const people = activePeople(directory)
  const inside = people.filter((user) => group.members.has(user.id))
  const outside = people.filter((user) => !group.members.has(user.id))
  const leaves = inside.length > 0 && (outside.length === 0 || random.chance(0.5))
  const choices = leaves ? inside : outside
  if (choices.length === 0) return undefined
  const user = random.pick(choices)
  if (leaves) leaveGroup(directory, group, user.id, at)
  else joinGroup(directory, group, user.id, at)
  return { kind: leaves ? "leave" : "join", at, userId: user.id, groupId: group.id }
}

const hire: Step = (directory, at) => {
  const people = [...directory.users.values()]
  const user = makeHire(directory.random, directory.nextOrdinal++, people, Date.parse(at))
  directory.users.set(user.id, user)
  for (const group of directory.groups.values()) {
    if (belongsByRule(group, user)) joinGroup(directory, group, user.id, at)
  }
  return { kind: "hire", at, userId: user.id }
}

// A deactivated user stays in ordinary groups and loses only the assignments to active applications:
// https://support.okta.com/help/s/article/can-we-assign-applications-to-deactivated-users
// https://support.okta.com/help/s/article/deprovisioning-behavior-when-an-app-is-inactive
const deactivate: Step = (directory, at) => {
  const user = anyone(directory)
  if (user === undefined) return undefined
  directory.users.set(user.id, { ...user, status: "DEPROVISIONED", statusChanged: at, lastUpdated: at })
  directory.roles.delete(user.id)
  for (const group of directory.groups.values()) {
    if (group.type === "BUILT_IN") leaveGroup(directory, group, user.id, at)
  }
  for (const app of directory.apps.values()) {
    if (app.status === "ACTIVE") app.assignments.delete(user.id)
  }
  return { kind: "deactivation", at, userId: user.id }
}

// Like Okta, deletes only deactivated users, and nothing says who was deleted: the user is missing in every list from now on.
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/#tag/User/operation/deleteUser
const deleteLongestGone: Step = (directory, at) => {
  const gone = [...directory.users.values()].filter((user) => user.status === "DEPROVISIONED")
  const [user] = gone.sort((left, right) => (left.statusChanged ?? "").localeCompare(right.statusChanged ?? ""))
  if (user === undefined) return undefined
  for (const group of directory.groups.values()) {
    if (group.members.has(user.id)) leaveGroup(directory, group, user.id, at)
  }
  for (const app of directory.apps.values()) app.assignments.delete(user.id)
  directory.factors.delete(user.id)
  directory.users.delete(user.id)
  return { kind: "deletion", at, userId: user.id }
}

/** The small changes in the order in which they rotate. */
const STEPS = {
  login,
  title: changeTitle,
  membership: moveMember,
  hire,
  deactivation: deactivate,
  deletion: deleteLongestGone
} as const satisfies Readonly<Record<string, Step>>

/** A small change that can be asked for by name; `membership` makes somebody join or leave a group. */
export type StepName = keyof typeof STEPS

export const STEP_NAMES = Object.keys(STEPS) as ReadonlyArray<StepName>

/** Returns a function that applies the next small changes: one kind of them, or all kinds in rotation. */
export const makeChanges = (directory: Directory, now: () => number) => {
  let taken = 0
  const next = (): StepName => STEP_NAMES[taken++ % STEP_NAMES.length] ?? "login"
  return (steps: number, kind?: StepName): ReadonlyArray<Change> => {
    const changes: Array<Change> = []
    for (let step = 0; step < steps; step++) {
      const change = STEPS[kind ?? next()](directory, new Date(now()).toISOString())
      if (change) changes.push(change)
    }
    return changes
  }
}
