// What a noisy customer sends. It runs in a process of its own, which gives way to all others, so that the run measures the server.
import { setTimeout as sleep } from "node:timers/promises"
import { giveWay } from "./Priority.js"
import { VENDOR } from "./SoakConnector.js"
import * as Sockets from "./Sockets.js"

const [
  baseUrl = "",
  reader = "",
  readOrganization = "",
  connection = "",
  hanging = "",
  writer = "",
  organization = ""
] = process.argv.slice(2)

const PAUSE_MILLIS = 100
const LISTS_AT_ONCE = 100
const CHECKS_AT_ONCE = 100
const NAMES_AT_ONCE = 20
const COUNTS_AT_ONCE = 20
const UNREAD: Sockets.Rate = { open: 300, perSecond: 10 }
const UNREAD_PAGES = 40
const UNFINISHED: Sockets.Rate = { open: 2_000, perSecond: 20 }
const MAX_BODY_BYTES = 1_048_576

/** One account reads and another one writes: whoever has used up the share of the database could do nothing else. */
const headers = { "x-api-key": reader, "x-connection-id": connection }
const writing = { "x-api-key": writer, "content-type": "application/json" }

let answers = 0
/** Says on demand how many answers it has got. */
process.on("message", () => process.send?.(answers))

const send = async (path: string, init: RequestInit = {}): Promise<void> => {
  try {
    const response = await fetch(`${baseUrl}/v1${path}`, { headers, ...init })
    await response.arrayBuffer()
    answers += 1
  } catch {
    // The server may cut the connection of a body that is too long.
  }
}

const always = async (action: () => Promise<void>): Promise<never> => {
  for (;;) {
    await action()
    await sleep(PAUSE_MILLIS)
  }
}

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 1])))
const connections = `/provisioning/organizations/${organization}/connections`
const post = (body: string) => () => send(connections, { method: "POST", body, headers: writing })
const check = (base_url: string) =>
  post(JSON.stringify({ vendor: VENDOR, credentials: { base_url, api_key: "none" }, refresh_interval_secs: 86_400 }))
const url = new URL(baseUrl)

let names = 0
/** The address of a host that no name server knows. */
const unknownHost = () => {
  names += 1
  return check(`https://host-${names}.example`)()
}

let filters = 0
/** A total that was never counted before. */
const filtered = () => {
  filters += 1
  return send(`/idp/users?vendorStatuses=ACTIVE,NONE${filters}&offset=${filters % 100_000}`)
}

giveWay()
await Promise.race([
  always(post(manyKeys)),
  always(post("[".repeat(3_000))),
  always(post("x".repeat(5_000_000))),
  always(() => send("/idp/users?offset=99999999")),
  always(() => send("/idp/users?limit=1")),
  always(() =>
    send(`/provisioning/organizations/${readOrganization}/connections/${connection}/counts?kind=idp_user&by=is_deleted`)
  ),
  Sockets.unreadAnswers(url, UNREAD, { path: "/idp/users?limit=500", headers, pages: UNREAD_PAGES }),
  Sockets.unfinishedBodies(url, UNFINISHED, { path: connections, headers: writing, bytes: MAX_BODY_BYTES }),
  ...Array.from({ length: COUNTS_AT_ONCE }, () => always(filtered)),
  ...Array.from({ length: NAMES_AT_ONCE }, () => always(unknownHost)),
  ...Array.from({ length: CHECKS_AT_ONCE }, () => always(check(hanging))),
  ...Array.from({ length: LISTS_AT_ONCE }, () =>
    always(() => send("/idp/users?limit=500&includeIdpGroups=true&includeIdpApplications=true"))
  )
])
