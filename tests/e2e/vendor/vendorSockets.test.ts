import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type Action, VendorHttp } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as FakeVendor from "../../../runtime-http/test/sync/FakeVendor.js"
import * as Service from "../../support/Service.js"
import { until } from "../../support/Wait.js"

const createTicket: Action.CreateTicket = {
  endpoint: "/tickets",
  permissions: [],
  find: () => Effect.succeed(null),
  create: () =>
    Effect.gen(function* () {
      const http = yield* VendorHttp.VendorHttp
      yield* http.send({ method: "POST", url: "/tickets", endpoint: "/tickets", body: {} })
      return { vendor_id: "T-1" }
    })
}

/** The port on the vendor's side of each connection, and by path, the token of each request that it has carried. */
const carried = new Map<number, Array<readonly [path: string, token: string]>>()
let hangs = true
let hung = 0
let givenUp = 0

const answers: Readonly<Record<string, unknown>> = {
  "/check": {},
  "/users": FakeVendor.page(["a"]),
  "/tickets": {}
}

let vendor: Server
let service: Service.Service

beforeAll(async () => {
  vendor = createServer(({ headers, socket, url = "" }, response) => {
    const [path = ""] = url.split("?")
    const token = headers.authorization ?? ""
    if (token === "s3cr3t-hangs" && hangs) {
      hung += 1
      return void response.on("close", () => {
        if (hangs) givenUp += 1
      })
    }
    const port = socket.remotePort ?? 0
    carried.set(port, [...(carried.get(port) ?? []), [path, token]])
    return void response.end(JSON.stringify(answers[path]))
  })
  await new Promise<void>((resolve) => {
    vendor.listen(0, "127.0.0.1", resolve)
  })
  const connector = { ...FakeVendor.connector({ itsm_users: [FakeVendor.users] }), actions: { createTicket } }
  service = await Service.start({ connectors: [connector] })
})

afterAll(async () => {
  vendor?.closeAllConnections()
  vendor?.close()
  await service?.stop()
})

const credentials = (token: string) => ({
  base_url: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  token
})

/** Calls the API as an account does that has no organization yet. */
const accountOf = async (key: string) => {
  const call = (path: string, body?: unknown, connection?: string) =>
    service.call(path, {
      key,
      ...(connection === undefined ? {} : { connection }),
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  const { body } = await call("/provisioning/organizations", { name: "Acme" })
  const connections = `/provisioning/organizations/${body.id}/connections`
  const connect = (token: string) => call(connections, { vendor: "FAKE", credentials: credentials(token) })
  return { call, connect, connections }
}

it("requests of an account travel over sockets of its own, for checks, tests, jobs and tickets", async () => {
  for (const key of [service.key, service.strangersKey]) {
    const { call, connect, connections } = await accountOf(key)
    const { body } = await connect(`s3cr3t-${key === service.key ? "one" : "two"}`)
    const ended = (path: string) =>
      until(async () => {
        const { body: jobs } = await call(path, undefined, body.id)
        const [job = null] = Array.isArray(jobs.items) ? jobs.items : [jobs]
        return job === null || job.finished_at === null ? null : job
      })
    expect(await ended(`${connections}/${body.id}/jobs`)).toMatchObject({ status: "SUCCESS" })
    expect((await call(`${connections}/${body.id}/test`)).body).toMatchObject({ is_valid: true })
    const ticket = { name: "Fix it", project_vendor_id: "P" }
    const { body: queued } = await call("/itsm/tickets", ticket, body.id)
    await until(async () => {
      const { body: job } = await call(`/outbound-jobs/${queued.job_id}`, undefined, body.id)
      return job.status === "SUCCESS" ? job : null
    })
  }
  const all = [...carried.values()]
  expect(new Set(all.flat().map(([path]) => path))).toEqual(new Set(Object.keys(answers)))
  expect(new Set(all.flat().map(([, token]) => token))).toEqual(new Set(["s3cr3t-one", "s3cr3t-two"]))
  for (const requests of all) expect(new Set(requests.map(([, token]) => token)).size).toBe(1)
})

it("a hundred checks that hang do not delay a check of another account at the same host", async () => {
  const noisy = await accountOf(service.key)
  const polite = await accountOf(service.strangersKey)
  const checks = Promise.allSettled(Array.from({ length: 100 }, () => noisy.connect("s3cr3t-hangs")))
  await until(async () => (hung >= 16 ? true : null))
  const first = await Promise.race([polite.connect("s3cr3t-polite"), checks])
  expect(first).toMatchObject({ status: 201 })
  expect({ hung, givenUp }).toEqual({ hung: 16, givenUp: 0 })
  hangs = false
  vendor.closeAllConnections()
  await checks
})
