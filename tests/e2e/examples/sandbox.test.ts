import { openApiDocument } from "@tributary/runtime-http/api"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectors } from "../../../examples/server/src/connectors.js"
import * as SandboxVendors from "../../../examples/server/src/sandbox/SandboxVendors.js"
import * as Service from "../../support/Service.js"

/** Fewer copies than `npm start -- --all` has, so that the scans of this file take seconds. */
const TIMES = 3

const scope = Effect.runSync(Scope.make())
let vendors: SandboxVendors.SandboxVendors
let service: Service.Service
const connections = new Map<string, string>()

beforeAll(async () => {
  vendors = await Effect.runPromise(Scope.extend(SandboxVendors.start(connectors, { times: TIMES }), scope))
  const { TRIBUTARY_DATA_DIR: _, ...settings } = vendors.settings
  service = await Service.start({ connectors, settings })
  for (const connector of connectors) {
    const { vendor, ...given } = SandboxVendors.connectionOf(connector)
    const { body, status, text } = await service.connect(vendor, given.credentials, given)
    expect(status, `${vendor}: ${text}`).toBe(201)
    connections.set(vendor, body.id)
  }
  for (const id of connections.values()) await service.jobOf(id)
})

afterAll(async () => {
  await service?.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** The lists of records: those that cursors walk, and that belong to a connection. */
const lists = Object.entries(openApiDocument().paths).flatMap(([path, { get }]) => {
  const names = get?.parameters?.map((parameter) => parameter.name) ?? []
  return names.includes("enableCursor") && !path.includes("{") && !path.startsWith("/provisioning") ? [path] : []
})

const connectionOf = (vendor: string): string => connections.get(vendor) ?? ""

/** What Kandji's connection has, with what is deleted. */
const itemsOf = async (id: string) => [
  ...(await service.walk(id, "/entities/devices")),
  ...(await service.walk(id, "/entities/device-policies"))
]

/** How many of them are not deleted; a policy has no mark, but leaves its list. */
const present = async (id: string) => (await itemsOf(id)).filter(({ is_deleted }) => is_deleted !== true).length

/** Two scans, because a record leaves when both have missed it. */
const scanned = async (id: string) => {
  await service.sync(id, "?full=true")
  await service.sync(id, "?full=true")
}

/** Changes a vendor until what it did has this word. */
const until = async (vendor: string, word: string): Promise<string> => {
  for (let step = 0; step < 20; step += 1) {
    const done = await Effect.runPromise(vendors.advance(vendor))
    if (done?.includes(word) === true) return done
  }
  throw new Error(`${vendor}: 20 changes, and none says ${word}`)
}

describe("npm start -- --all", () => {
  it("connects every connector, and all of them are healthy", async () => {
    expect(connections.size).toBe(23)
    for (const [vendor, id] of connections) {
      expect({ vendor, health: (await service.health(id)).name }).toEqual({ vendor, health: "HEALTHY" })
    }
  })

  it.each(lists)("has records in %s", async (path) => {
    const found = await Promise.all([...connections.values()].map((id) => service.walk(id, path)))
    expect(found.flat().length).toBeGreaterThan(0)
  })

  it("changes what a vendor has, as a consumer sees it", async () => {
    const id = connectionOf("KANDJI")
    expect(await until("KANDJI", "changed")).toMatch(/^\/api\/v1\/\S+: a device(_policy)? has changed$/)
    await service.sync(id)
    expect(JSON.stringify(await itemsOf(id))).toMatch(/ \(\d+\)"/)
  })

  it("deletes what a vendor has, as a consumer sees it", async () => {
    const id = connectionOf("KANDJI")
    await scanned(id)
    let before = await present(id)
    for (let step = 0; step < 20; step += 1) {
      const done = await Effect.runPromise(vendors.advance("KANDJI"))
      await scanned(id)
      if (done?.endsWith("is deleted")) break
      before = await present(id)
    }
    expect(await present(id)).toBe(before - 1)
  })
})
