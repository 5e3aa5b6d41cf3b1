import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { run } from "../TestProgram.js"
import * as FakeShelf from "./FakeShelf.js"

let vendor: FakeShelf.FakeShelf
let asked: Array<string> = []

beforeAll(async () => {
  vendor = await FakeShelf.start((request, response) => {
    const path = request.url ?? ""
    asked.push(path)
    response.writeHead(200, { "content-type": "application/json", "x-ratelimit-remaining": "7" })
    const isFirst = !path.includes("next=")
    response.end(
      JSON.stringify({ items: (isFirst ? ["a", "b"] : ["c"]).map((id) => ({ id })), next: isFirst ? "2" : null })
    )
  })
})
afterAll(() => vendor.close())
beforeEach(() => {
  asked = []
})

const tryRack = (...options: ReadonlyArray<string>) =>
  run(["try", "cli/test/try/SharedHosts.ts", "--base-url", vendor.url, ...options], { RACK_API_KEY: "canary-1234" })

const listRequests = () => asked.filter((path) => path.startsWith("/hosts"))

describe("tributary try of a list that two export types share", () => {
  it("requests each page once, as a runtime does, and says so", async () => {
    const { code, err, out } = await tryRack()
    expect(code).toBe(0)
    expect(listRequests()).toEqual(["/hosts", "/hosts?next=2"])
    expect(err).toMatch(/^ {2}\/hosts +2 pages +3 records +each page requested once, also for device_policies$/m)
    expect(err).toMatch(/^ {2}\/hosts +2 pages +3 records +each page requested once, also for device_groups$/m)
    expect(out).toMatch(/^device_group: 3 records$/m)
    expect(out).toMatch(/^device_policy: 3 records$/m)
  })

  it("requests one page if it stops after one, and shows a row beside the record of each", async () => {
    const { code, out } = await tryRack("--page")
    expect(code).toBe(0)
    expect(listRequests()).toEqual(["/hosts"])
    expect(out).toMatch(/\/hosts sent +│ device_group became/)
    expect(out).toMatch(/\/hosts sent +│ device_policy became/)
  })

  it("reads the list of a single export type alone", async () => {
    const { err } = await tryRack("--export", "device_policies")
    expect(err).not.toContain("requested once")
    expect(listRequests()).toEqual(["/hosts", "/hosts?next=2"])
  })
})
