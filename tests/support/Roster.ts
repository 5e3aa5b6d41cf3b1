import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

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

const bodyOf = async (request: IncomingMessage): Promise<{ readonly cursor?: string }> => {
  let text = ""
  for await (const piece of request) text += String(piece)
  return text === "" ? {} : (JSON.parse(text) as { readonly cursor?: string })
}

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
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const answer = answerTo(request.method ?? "GET", new URL(request.url ?? "/", "http://roster"), body)
    const isKnown = request.headers["x-api-key"] === KEY
    const found = answer === undefined ? 404 : 200
    response.writeHead(isKnown ? found : 401, { "content-type": "application/json" })
    response.end(JSON.stringify(isKnown && answer !== undefined ? answer : { error: "refused" }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    key: KEY,
    people: people.map(({ identity }) => identity.login),
    memberships: PEOPLE,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
