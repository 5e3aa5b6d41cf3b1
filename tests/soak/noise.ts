// What a noisy customer sends. It runs in a process of its own, at the lowest priority, so that the run measures the server.
import { constants, setPriority } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"

const [baseUrl = "", apiKey = "", organization = "", connection = ""] = process.argv.slice(2)

const PAUSE_MILLIS = 100
const LISTS_AT_ONCE = 100

const send = async (path: string, init: RequestInit = {}): Promise<void> => {
  try {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      ...init,
      headers: { "x-api-key": apiKey, "x-connection-id": connection, "content-type": "application/json" }
    })
    await response.arrayBuffer()
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
const post = (body: string) => () => send(connections, { method: "POST", body })

setPriority(constants.priority.PRIORITY_LOW)
await Promise.race([
  always(post(manyKeys)),
  always(post("[".repeat(3_000))),
  always(post("x".repeat(5_000_000))),
  always(() => send("/idp/users?offset=99999999")),
  always(() => send("/idp/users?limit=1")),
  ...Array.from({ length: LISTS_AT_ONCE }, () =>
    always(() => send("/idp/users?limit=500&includeIdpGroups=true&includeIdpApplications=true"))
  )
])
