import { describe, expect, it } from "@effect/vitest"
import { type Connector, Extractor, Pagination, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { checksOf } from "../../../src/testing/checks/Conformance.js"
import * as ConnectorUnderTest from "../../../src/testing/checks/kit/ConnectorUnderTest.js"
import { acme, groupReplies, groups, type Parts, toItsmUser, userList } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const onePage = Pagination.none()

type ListParts = (name: string) => Partial<typeof userList>

const names = (count: number) => Array.from({ length: count }, (_, index) => `list${index + 1}`)

/** A connector whose one extractor reads so many lists, one after another. */
const withLists = (count: number, parts: ListParts = () => ({}), more: Parts = {}): Connector.Connector => {
  const [first, ...others] = names(count).map((name) =>
    Extractor.make({ ...userList, endpoint: `/${name}`, ...parts(name) })
  )
  if (first === undefined) throw new Error("a connector needs a list")
  return acme({ ...more, users: Extractor.concat(first, ...others) })
}

const user = (id: string, state = "ENABLED") => ({ id, name: `User ${id}`, email: `${id}@acme.example`, state })

const repliesOf = (count: number): ConnectorTest.Replies =>
  Object.fromEntries(
    names(count).flatMap((name) => [
      [
        `GET /${name}`,
        {
          body: [user(`${name}-1`), user(`${name}-2`)],
          headers: { link: `<${ConnectorTest.BASE_URL}/${name}?after=2>; rel="next"` }
        }
      ],
      [
        `GET /${name}?after=2`,
        {
          body: [user(`${name}-3`, "BLOCKED")],
          headers: { link: `<${ConnectorTest.BASE_URL}/${name}?after=2>; rel="self"` }
        }
      ]
    ])
  )

const workOf = async (count: number) => {
  const subject = ConnectorUnderTest.make(withLists(count), { replies: repliesOf(count) })
  for (const check of checksOf(subject)) await check.run()
  return subject.work()
}

describe("The cost of the checks", () => {
  it("is a fixed number of whole runs, plus a fixed number of extractor runs per list", async () => {
    const [one, two, five] = [await workOf(1), await workOf(2), await workOf(5)]
    expect(one.wholeRuns).toBeLessThanOrEqual(26)
    expect(two.wholeRuns).toBe(one.wholeRuns)
    expect(five.wholeRuns).toBe(one.wholeRuns)
    const perList = two.extractorRuns - one.extractorRuns
    expect(perList).toBeLessThanOrEqual(21)
    expect(five.extractorRuns).toBe(one.extractorRuns + 4 * perList)
  })
})

describe("A run of many lists", () => {
  const classify = (read: (endpoint: string, status: number) => VendorError.VendorError | null): Parts => ({
    http: () => ({ classify: ({ endpoint, status }) => read(endpoint, status) })
  })
  const rejected = (endpoint: string, status: number) =>
    new VendorError.ClientError({ endpoint, status, detail: `answered ${status}` })

  it.each([
    [429, ["/list2: 429 with Retry-After, once", "/list2: 429 without headers, twice", "/list2: 429 on every attempt"]],
    [503, ["/list2: 503, twice"]]
  ])("names the one list that does not retry %i", async (wrong, fails) => {
    const parts = classify((endpoint, status) =>
      endpoint === "/list2" && status === wrong ? rejected(endpoint, status) : null
    )
    expect(
      await failing(
        withLists(3, () => ({}), parts),
        repliesOf(3)
      )
    ).toEqual(fails)
  })

  it("names the one list whose 500 the connector classifies as something else", async () => {
    const parts = classify((endpoint, status) =>
      endpoint === "/list2" && status === 500 ? rejected(endpoint, status) : null
    )
    const connector = withLists(3, () => ({}), parts)
    expect(await failing(connector, repliesOf(3), /: 500 on every attempt$/)).toEqual(["/list2: 500 on every attempt"])
  })

  it.each([
    ["ServerError", ["500 on every attempt", "no response to any attempt", "connection dropped on every attempt"]],
    ["RateLimited", ["429 on every attempt"]],
    ["UnreadableAnswer", ["truncated data", "HTML instead of data", "data of an unexpected shape"]]
  ] as const)("names the one list that treats a %s as an empty list", async (tag, fails) => {
    const isAbsent = ({ _tag }: VendorError.VendorError) => _tag === tag
    const connector = withLists(3, (name) => (name === "list2" ? { pagination: { ...onePage, isAbsent } } : {}))
    const { "GET /list2?after=2": _, ...others } = repliesOf(3)
    const scripted = { ...others, "GET /list2": { body: [user("list2-1"), user("list2-2", "BLOCKED")] } }
    expect(await failing(connector, scripted, new RegExp(`: (${fails.join("|")})$`))).toEqual(
      fails.map((name) => `/list2: ${name}`)
    )
  })

  it("names the one list with a mapping that throws on an unknown enum value", async () => {
    const picky: typeof userList.toRecord = (row) => {
      if (row.state !== null && !["ENABLED", "BLOCKED"].includes(row.state)) throw new Error("unknown")
      return toItsmUser(row)
    }
    const connector = withLists(3, (name) => (name === "list2" ? { toRecord: picky } : {}))
    expect(await failing(connector, repliesOf(3))).toEqual(["/list2: an unknown enum value loses no record"])
  })

  it("names the one list with a mapping that throws on null", async () => {
    const picky: typeof userList.toRecord = (row) => ({
      ...toItsmUser(row),
      email: (row.email as string).toLowerCase()
    })
    const connector = withLists(3, (name) => (name === "list2" ? { toRecord: picky } : {}))
    expect(await failing(connector, repliesOf(3))).toEqual([
      "/list2: a null or missing field rejects its row only if the row schema refuses it, and never another row"
    ])
  })

  it.each([404, 500])("names the one list that exposes a credential after a %i", async (wrong) => {
    const parts: Parts = {
      http: (key) => ({
        classify: ({ endpoint, status }) =>
          endpoint === "/list2" && status === wrong
            ? new VendorError.ClientError({ endpoint, status, detail: `no list for ${key}` })
            : null
      })
    }
    const checks = ConnectorTest.checks(
      withLists(3, () => ({}), parts),
      { replies: repliesOf(3) }
    )
    const secrecy = checks.find(
      ({ name }) => name === "no credential appears in a log line, span, error, checkpoint or record"
    )
    await expect(secrecy?.run()).rejects.toThrow(new RegExp(`^/list2: ${wrong}.*: a credential appears`))
  })
})

describe("A fault of a list below rows", () => {
  it("shows the credential in the error of a 404", async () => {
    const parts: Parts = {
      groups: groups(),
      http: (key) => ({
        classify: ({ endpoint, status }) =>
          endpoint.endsWith("/members") && status === 404
            ? new VendorError.ClientError({ endpoint, status, detail: `no members for ${key}` })
            : null
      })
    }
    expect(await failing(acme(parts), groupReplies, /^no credential appears/)).toHaveLength(1)
  })
})

describe("A run of the whole connector", () => {
  it("catches an extractor that fails if the vendor refuses another extractor", async () => {
    const parts: Parts = {
      http: () => {
        let isRefused = false
        return {
          classify: ({ endpoint, status }) => {
            if (status === 401) isRefused = true
            return isRefused ? new VendorError.Unauthorized({ endpoint, status, detail: "refused" }) : null
          }
        }
      },
      groups: groups()
    }
    const connector = acme(parts)
    const [check] = ConnectorTest.checks(connector, { replies: groupReplies }).filter(({ name }) =>
      name.endsWith(": 401 at the start")
    )
    await expect(check?.run()).rejects.toThrow(/401 at the start: other exports failed too/)
  })
})
