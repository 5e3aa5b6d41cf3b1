import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Child from "../../../runtime-http/test/Child.js"
import * as SyncedDemo from "../../support/SyncedDemo.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"

const PYTHON = "python3"
const folder = fileURLToPath(new URL("../../../client/python", import.meta.url))
const hasPython = spawnSync(PYTHON, ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status === 0

interface Access {
  readonly baseUrl: string
  readonly apiKey: string
  readonly connectionId: string
}

/** Runs a program that has a client of its own, and returns the JSON that it prints. */
const run = async ({ apiKey, baseUrl, connectionId }: Access, program: string, ...more: ReadonlyArray<string>) => {
  const start = [
    "import json, sys",
    "from tributary_client import ApiError, Client",
    "settings = sys.argv[1:4]",
    "client = Client(*settings)"
  ]
  const { ended, err, out } = Child.spawn("-c", {
    program: PYTHON,
    args: [[...start, program].join("\n"), baseUrl, apiKey, connectionId, ...more],
    env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" }
  })
  if ((await ended) !== 0) throw new Error(err())
  return JSON.parse(out()) as unknown
}

/** An address at which no service listens. */
const closedAddress = async (): Promise<string> => `http://127.0.0.1:${await Child.freePort()}/v1`

const title = hasPython
  ? "the Python client"
  : "the Python client (skipped: this machine has no python3 of 3.10 or newer)"

describe.skipIf(!hasPython)(title, () => {
  let demo: SyncedDemo.SyncedDemo

  beforeAll(async () => {
    demo = await SyncedDemo.start()
  })

  afterAll(() => demo?.stop())

  const get = async (path: string) => {
    const { apiKey, baseUrl, connectionId } = demo.access
    const headers = { "x-api-key": apiKey, "x-connection-id": connectionId }
    const response = await fetch(`${baseUrl}${path}`, { headers })
    return (await response.json()) as { readonly items: ReadonlyArray<{ readonly id: string }> }
  }

  it("reads a whole list, the changes since then, a page by offset, one record, and the code of an error", async () => {
    const found = await run(
      demo.access,
      `
walk = client.list_idp_users(limit=20, include_idp_groups=True).walk()
users = list(walk)
page = client.list_idp_users_by_offset(limit=1)
one = client.get_idp_user(users[0]["id"], fields=["name"])
try:
    Client(settings[0], "wrong").list_idp_users()
except ApiError as error:
    refused = [error.status, error.code]
print(json.dumps({
    "users": users,
    "changed": len(list(client.list_idp_users(updated_since=walk.as_of).walk())),
    "counts": [page.count, page.total, len(page.items)],
    "one": sorted(one),
    "vendors": [each["vendor"] for each in Client(settings[0], "").list_connectors()],
    "logo": client.get_connector_logo("OKTA")[:4],
    "refused": refused,
    "not_exported": [client.list_idp_users(limit=1).not_exported is None, client.list_devices().not_exported is None],
}))`
    )
    const { items } = await get("/idp/users?limit=500&includeIdpGroups=true")
    expect(items.length).toBeGreaterThan(40)
    expect(found).toEqual({
      users: items,
      changed: 0,
      counts: [1, items.length, 1],
      one: ["id", "name"],
      vendors: ["OKTA"],
      logo: "<svg",
      refused: [401, "KEY_INVALID"],
      not_exported: [true, false]
    })
  })

  it("says what is wrong with a request, and distinguishes an address without a service from an API error", async () => {
    const program = `
from tributary_client import NetworkError
try:
    client.list_idp_users(fields=["nam"])
except ApiError as error:
    mistake = [error.code, str(error)]
pauses = []
__import__("time").sleep = pauses.append
try:
    Client(sys.argv[4], "secret-key", settings[2]).list_idp_users(cursor="someone")
except NetworkError as error:
    unanswered = [error.method, error.address, str(error)]
try:
    Client(sys.argv[4], "secret-key").create_organization(body={"name": "Acme"})
except NetworkError as error:
    written = error.method
print(json.dumps([mistake, unanswered, written, pauses]))`
    const closed = await closedAddress()
    const [mistake, unanswered, written, pauses] = (await run(demo.access, program, closed)) as ReadonlyArray<
      ReadonlyArray<string>
    >
    expect(mistake).toEqual([
      "INVALID_PARAMETER",
      expect.stringMatching(/^422 INVALID_PARAMETER: .*query\.fields: .*nam/)
    ])
    const address = `${closed}/idp/users`
    expect(unanswered).toEqual([
      "GET",
      address,
      expect.stringMatching(new RegExp(`^GET ${address} got no answer: .*refused.* Check the address`))
    ])
    expect(unanswered?.join()).not.toMatch(/secret-key|someone/)
    expect([written, pauses]).toEqual(["POST", [1, 2, 4]])
  })

  it("has types that define every name that they use", async () => {
    const program = `
import inspect, typing
from tributary_client import operations, schemas
# Before Python 3.11 only type checkers have it.
schemas.NotRequired = getattr(typing, "NotRequired", typing.Optional)
schemas.Required = getattr(typing, "Required", typing.Optional)
operations.schemas = schemas
records = [each for each in vars(schemas).values() if typing.is_typeddict(each)]
for each in records: typing.get_type_hints(each)
methods = [each for name, each in inspect.getmembers(Client, inspect.isfunction) if name != "__init__"]
for each in methods: typing.get_type_hints(each, vars(operations))
print(json.dumps([len(records) > 50, len(methods) > 50]))`
    expect(await run(demo.access, program)).toEqual([true, true])
  })

  it("waits after a 429, repeats everything but updatedSince with the cursor, and says the earliest X-As-Of", async () => {
    const asked: Array<string> = []
    const answers = [
      { status: 429, headers: { "retry-after": "0" }, body: { detail: "too many" } },
      { status: 200, headers: { "x-as-of": "2" }, body: { items: [{ id: "1" }], next_cursor: "next" } },
      { status: 200, headers: { "x-as-of": "1" }, body: { items: [{ id: "2" }], next_cursor: "last" } },
      { status: 200, headers: { "x-as-of": "3" }, body: { items: [], next_cursor: null } },
      { status: 502, headers: {}, body: "<html>" }
    ]
    const server = await VendorServer.start(({ method, url }) => {
      asked.push(`${method} ${url.pathname}${url.search}`)
      return answers[asked.length - 1] ?? expect.fail("One request too many.")
    })
    const access = { ...demo.access, baseUrl: `${server.url}/v1` }
    const program = `
walk = client.list_compliance_findings(updated_since="2024-01-01T00:00:00Z", controls=["a,b", 'c"d']).walk()
pages = list(walk.pages())
ids = [each["id"] for page in pages for each in page.items]
try:
    client.get_idp_user("../a")
except ApiError as error:
    print(json.dumps([ids, [page.as_of for page in pages], walk.as_of, error.code]))`
    expect(await run(access, program)).toEqual([["1", "2"], ["2", "1", "1"], "1", "UNEXPECTED_ANSWER"])
    await server.stop()
    const controls = "controls=%22a%2Cb%22%2C%22c%22%22d%22"
    const first = `GET /v1/cspm/compliance_findings?enableCursor=true&updatedSince=2024-01-01T00%3A00%3A00Z&${controls}&strict=true`
    expect(asked).toEqual([
      first,
      first,
      `GET /v1/cspm/compliance_findings?enableCursor=true&cursor=next&${controls}&strict=true`,
      `GET /v1/cspm/compliance_findings?enableCursor=true&cursor=last&${controls}&strict=true`,
      "GET /v1/idp/users/..%2Fa?strict=true"
    ])
  })
})
