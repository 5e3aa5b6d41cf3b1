import type { Random } from "./Random.js"
import { DEPARTMENTS, FIRST_NAMES, LAST_NAMES, OFFICES, STREETS } from "./Vocabulary.js"

/** Life cycle states of a user: https://developer.okta.com/docs/concepts/user-management-concept/ */
export type UserStatus =
  | "STAGED"
  | "PROVISIONED"
  | "ACTIVE"
  | "PASSWORD_EXPIRED"
  | "LOCKED_OUT"
  | "SUSPENDED"
  | "DEPROVISIONED"

/** A user in the directory; `ordinal` is the user's place in every list. */
export interface OktaUser {
  readonly ordinal: number
  readonly id: string
  readonly status: UserStatus
  readonly created: string
  readonly activated: string | null
  readonly statusChanged: string | null
  readonly lastLogin: string | null
  readonly lastUpdated: string
  readonly passwordChanged: string | null
  readonly profile: OktaProfile
}

/** The part of Okta's default user profile that the demo fills; like in Okta, fields that were never set are absent. */
export interface OktaProfile {
  readonly firstName: string
  readonly lastName: string
  readonly displayName: string
  readonly login: string
  readonly email: string
  readonly secondEmail: null
  readonly mobilePhone: null
  readonly department: string
  readonly title: string
  readonly manager?: string
  readonly managerId?: string
  readonly employeeNumber?: string
  readonly streetAddress?: string
  readonly city?: string
  readonly state?: string
  readonly zipCode?: string
  readonly countryCode?: string
}

/**
 * Limits, in epoch milliseconds: all dates of a person are before `anchor`, except that active people log in up to
 * `today`.
 */
export interface Times {
  readonly anchor: number
  readonly today: number
}

const DAY = 86_400_000
const iso = (instant: number): string => new Date(instant).toISOString()

/** How many of a thousand people have each status. */
const STATUS_SHARES: ReadonlyArray<readonly [UserStatus, number]> = [
  ["ACTIVE", 840],
  ["DEPROVISIONED", 60],
  ["STAGED", 25],
  ["PROVISIONED", 25],
  ["PASSWORD_EXPIRED", 20],
  ["LOCKED_OUT", 10],
  ["SUSPENDED", 20]
]

const pickStatus = (random: Random): UserStatus =>
  random.pick(STATUS_SHARES.flatMap(([status, share]) => Array.from({ length: share / 5 }, () => status)))

const makeProfile = (random: Random, ordinal: number, earlier: ReadonlyArray<OktaUser>): OktaProfile => {
  const firstName = random.pick(FIRST_NAMES)
  const lastName = random.pick(LAST_NAMES)
  const base = `${firstName}.${lastName}`.toLowerCase()
  const taken = earlier.some((user) => user.profile.login === `${base}@acme.example`)
  const login = `${base}${taken ? ordinal : ""}@acme.example`
  // The chief executive comes first, then the head of each department, then everybody else.
  const isHead = ordinal <= DEPARTMENTS.length
  const department = DEPARTMENTS[ordinal - 1] ?? random.pick(DEPARTMENTS)
  const manager = isHead
    ? earlier[0]
    : earlier.find((user) => user.ordinal > 0 && user.profile.department === department.name)
  const isContractor = !isHead && random.chance(0.1)
  const names = { firstName, lastName, displayName: `${firstName} ${lastName}` }
  const job =
    ordinal === 0
      ? { department: "Executive", title: "Chief Executive Officer" }
      : {
          department: department.name,
          title: random.pick(isHead ? department.titles.slice(0, 1) : department.titles.slice(1))
        }
  return {
    ...names,
    login,
    email: login,
    secondEmail: null,
    mobilePhone: null,
    ...job,
    ...(manager && { manager: manager.profile.displayName, managerId: manager.id }),
    ...(!isContractor && { employeeNumber: String(10_000 + ordinal) }),
    ...(random.chance(0.9) && {
      streetAddress: `${1 + random.below(180)} ${random.pick(STREETS)}`,
      ...random.pick(OFFICES)
    })
  }
}

const makeDates = (random: Random, status: UserStatus, { anchor, today }: Times) => {
  const wasActivated = status !== "STAGED"
  const hasPassword = wasActivated && status !== "PROVISIONED"
  const isSteady = status === "ACTIVE" || !hasPassword
  const created = anchor - (60 + random.below(1400)) * DAY - random.below(DAY)
  const activated = created + random.below(3 * DAY)
  // People who are no longer active left within the last 40 days and have done nothing since.
  const end = isSteady ? anchor : anchor - random.below(40 * DAY)
  const statusChanged = isSteady ? activated : end
  const passwordChanged = activated + random.below(end - activated)
  const lastSeen = status === "ACTIVE" ? today : end
  const lastLogin = Math.max(activated, lastSeen - random.below((random.chance(0.1) ? 240 : 15) * DAY))
  const lastUpdated = Math.max(statusChanged, hasPassword ? passwordChanged : activated, end - random.below(45 * DAY))
  return {
    created: iso(created),
    activated: wasActivated ? iso(activated) : null,
    statusChanged: wasActivated ? iso(statusChanged) : null,
    lastLogin: hasPassword && random.chance(0.93) ? iso(lastLogin) : null,
    lastUpdated: iso(lastUpdated),
    passwordChanged: hasPassword ? iso(passwordChanged) : null
  }
}

/** Generates the person with this ordinal. */
export const makeUser = (random: Random, ordinal: number, earlier: ReadonlyArray<OktaUser>, times: Times): OktaUser => {
  const isHead = ordinal <= DEPARTMENTS.length
  const status = isHead ? "ACTIVE" : pickStatus(random)
  return {
    ordinal,
    id: random.id("00u"),
    status,
    ...makeDates(random, status, times),
    profile: makeProfile(random, ordinal, earlier)
  }
}

/** Generates a person who starts work at `now`, active but not yet logged in. */
export const makeHire = (random: Random, ordinal: number, earlier: ReadonlyArray<OktaUser>, now: number): OktaUser => ({
  ...makeUser(random, ordinal, earlier, { anchor: now, today: now }),
  status: "ACTIVE",
  created: iso(now),
  activated: iso(now),
  statusChanged: iso(now),
  lastLogin: null,
  lastUpdated: iso(now),
  passwordChanged: iso(now)
})

/** A user in the API's format: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ */
export const userBody = (user: OktaUser, origin: string) => ({
  id: user.id,
  status: user.status,
  created: user.created,
  activated: user.activated,
  statusChanged: user.statusChanged,
  lastLogin: user.lastLogin,
  lastUpdated: user.lastUpdated,
  passwordChanged: user.passwordChanged,
  type: { id: "otyDemoVendorDefault0" },
  profile: user.profile,
  credentials: {
    ...(user.passwordChanged !== null && { password: {} }),
    emails: [{ value: user.profile.email, status: "VERIFIED", type: "PRIMARY" }],
    provider: { type: "OKTA", name: "OKTA" }
  },
  _links: { self: { href: `${origin}/api/v1/users/${user.id}` } }
})
