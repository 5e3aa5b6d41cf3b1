import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "../TestProgram.js"
import * as FakeShelf from "./FakeShelf.js"

const KEY = "canary/key+9c51"
const SHELF = "examples/minimal-connector"

let shelf: FakeShelf.FakeShelf
let folder: string

/** Two pages; the vendor repeats the key in a row, in a link and in a header, and the second page has a row without a name. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-shelf-"))
  shelf = await FakeShelf.start((request, response) => {
    const url = new URL(request.url ?? "", "https://api.shelf.example")
    const isFirst = !url.searchParams.has("after")
    const key = String(request.headers.authorization).replace("Bearer ", "")
    const more = `<http://${request.headers.host}/users?after=2&key=${encodeURIComponent(key)}>; rel="next"`
    const self = `<http://${request.headers.host}${request.url}>; rel="self"`
    const rows = isFirst
      ? [
          {
            id: "1",
            name: `Ada, whose key is ${key}`,
            email: "ada@shelf.example",
            locked: false,
            badge: { color: "red" }
          }
        ]
      : [{ id: "2", name: "Grace", email: null, locked: true }, { id: "3" }]
    response.writeHead(200, { "content-type": "application/json", "x-key": key, link: isFirst ? more : self })
    response.end(JSON.stringify(rows))
  })
})
afterAll(async () => {
  await shelf.close()
  await rm(folder, { recursive: true, force: true })
})

const tryShelf = (...options: ReadonlyArray<string>) =>
  run(["try", SHELF, "--base-url", shelf.url, ...options], { SHELF_API_KEY: KEY })

describe("tributary try for a vendor with one address for all customers", () => {
  it("sends requests to the given base URL, and says which rows became no record", async () => {
    const { code, err, out } = await tryShelf()
    expect(code).toBe(0)
    expect(err).toMatch(/^ {2}\/users +2 pages +2 records$/m)
    expect(err).toContain("1 row became no itsm_user: name: is missing")
    expect(err).toMatch(/2 records of 1 kind in /)
    expect(out).toMatch(/never looked at: badge\.color \(\d+ %\)/)
  })

  it("shows and writes no credential that the vendor sends back, in any form", async () => {
    const recording = join(folder, "recording.json")
    const records = join(folder, "records.jsonl")
    for (const options of [[], ["--page"]]) {
      const { code, err, out } = await tryShelf("--record", recording, "--out", records, ...options)
      expect(code).toBe(0)
      expect(out).toContain("Ada, whose key is [REDACTED]")
      const written = [out, err, await readFile(recording, "utf8"), await readFile(records, "utf8")]
      for (const form of [KEY, encodeURIComponent(KEY)]) expect(written.join("")).not.toContain(form)
    }
  })

  it("records the vendor's own address", async () => {
    const recording = join(folder, "address.json")
    await tryShelf("--record", recording)
    const text = await readFile(recording, "utf8")
    expect(text).not.toContain("127.0.0.1")
    expect(JSON.parse(text)).toMatchObject({
      vendor: "SHELF",
      exchanges: [{ request: { method: "GET", path: "/users" } }, {}, {}]
    })
  })

  it("says that an address does not lead to the API, or is not an address", async () => {
    const closed = await FakeShelf.start(() => {})
    await closed.close()
    const { code, err } = await run(["try", SHELF, "--base-url", closed.url], { SHELF_API_KEY: KEY })
    expect(code).toBe(1)
    expect(err).toContain(
      "The address does not lead to the API of Shelf (/users?limit=1: api.shelf.example: its host refuses connections at this port). Correct it;"
    )
    const none = await run(["try", SHELF, "--base-url", "nowhere"], { SHELF_API_KEY: KEY })
    expect([none.code, none.err]).toEqual([2, "--base-url must be an address such as http://127.0.0.1:4010.\n"])
  })

  it("refuses a file that it cannot write, and a wrong number of samples, before it sends anything", async () => {
    const asked: Array<string> = []
    const quiet = await FakeShelf.start((request, response) => {
      asked.push(request.url ?? "")
      response.end("[]")
    })
    const taken = join(folder, "taken")
    await writeFile(taken, "")
    const wrong = [
      [join(taken, "file.json"), `${taken} is no folder, and cannot become one; name a file in another folder`],
      [folder, "it is a folder; name a file in it"]
    ] as const
    for (const option of ["--record", "--out"]) {
      for (const [file, why] of wrong) {
        const { code, err } = await run(["try", SHELF, "--base-url", quiet.url, option, file], { SHELF_API_KEY: KEY })
        expect([code, err]).toEqual([2, expect.stringMatching(/cannot be written/)])
        expect(err).toContain(`The file ${file} of ${option} cannot be written: ${why}.`)
      }
    }
    const samples = await run(["try", SHELF, "--base-url", quiet.url, "--samples", "-3"], { SHELF_API_KEY: KEY })
    await quiet.close()
    expect(samples.code).toBe(2)
    expect(asked).toEqual([])
  })

  it("makes the folders of the files that it writes", async () => {
    const recording = join(folder, "a", "b", "recording.json")
    const records = join(folder, "c", "d", "records.jsonl")
    const { code } = await tryShelf("--record", recording, "--out", records)
    expect(code).toBe(0)
    expect(await readFile(recording, "utf8")).toContain("/users")
    expect(await readFile(records, "utf8")).toContain("Grace")
  })

  it("names the credentials that a file lacks", async () => {
    const file = join(folder, "empty.env")
    await writeFile(file, "\n")
    const { code, err } = await run(["try", SHELF, "--base-url", shelf.url, "--credentials", file])
    expect(code).toBe(2)
    expect(err).toMatch(/empty\.env lacks some credentials\. Add these lines, .*\n {2}SHELF_API_KEY {2}API key: /)
  })

  it("explains a request that the vendor rejects, with its endpoint and address", async () => {
    const moved = await FakeShelf.start((request, response) => {
      response.writeHead(request.url === "/users?limit=1" ? 200 : 404, { "content-type": "application/json" })
      response.end("[]")
    })
    const { code, err } = await run(["try", SHELF, "--base-url", moved.url], { SHELF_API_KEY: KEY })
    await moved.close()
    expect(code).toBe(1)
    expect(err).toContain(
      "itsm_users: Shelf rejected a request (/users: answered 404 to GET https://api.shelf.example/users?limit=100). Compare its path and its parameters with the documentation of Shelf."
    )
  })
})
