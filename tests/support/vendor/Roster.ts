import * as VendorServer from "./VendorServer.js"

/** The vendor of the guide for authors, as its documentation describes it, on this machine. */
export interface Roster {
  readonly url: string
  readonly key: string
  /** The logins of all people, in their order. */
  readonly people: ReadonlyArray<string>
  /** How many memberships all teams have together. */
  readonly memberships: number
  readonly stop: () => Promise<void>
}

const PAGE = 100
const PEOPLE = 250
const TEAMS = 3
const KEY = "roster-key"

const created = "2026-03-01T08:00:00Z"

const people = Array.from({ length: PEOPLE }, (_, index) => ({
  identity: { id: `p${index}`, login: `person-${index}` },
  name: `Person ${index}`,
  email: index % 2 === 0 ? `person-${index}@acme.example` : null,
  state: "ENABLED",
  created
}))

const teams = Array.from({ length: TEAMS }, (_, index) => ({ id: `t${index}`, name: `Team ${index}`, created }))

/** Every person is a member of one team. */
const membersOf = (team: string) =>
  people.filter((_, index) => `t${index % TEAMS}` === team).map(({ identity }) => ({ person: { id: identity.id } }))

/** The answer to a request; undefined for a path that the vendor does not have. */
const answerTo = (method: string, url: URL, body: { readonly cursor?: string }): unknown => {
  const place = `${method} ${url.pathname}`
  if (place === "POST /v1/people/search") {
    const from = Number(body.cursor ?? 0)
    const next = from + PAGE < PEOPLE ? String(from + PAGE) : null
    return { people: people.slice(from, from + PAGE), next }
  }
  if (place === "GET /v1/teams") return { teams: url.searchParams.get("page") === "2" ? [] : teams }
  const team = /^GET \/v1\/teams\/(\w+)\/members$/.exec(place)?.[1]
  return team === undefined ? undefined : { members: membersOf(team) }
}

/** Starts the vendor. It answers 401 without its key. */
export const start = async (): Promise<Roster> => {
  const { stop, url } = await VendorServer.start(({ body, headers, method, url }) => {
    if (headers["x-api-key"] !== KEY) return { status: 401, body: { error: "refused" } }
    const answer = answerTo(method, url, body === "" ? {} : JSON.parse(body))
    return answer === undefined ? { status: 404, body: { error: "refused" } } : { body: answer }
  })
  return { url, key: KEY, people: people.map(({ identity }) => identity.login), memberships: PEOPLE, stop }
}
