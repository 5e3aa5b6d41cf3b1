import { type Connector, Extractor, type VendorError, type VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { type AcmeUser, acme, ask, groupReplies, groups, replies, toItsmUser, userList } from "../Acme.js"

/** The names of the two checks. */
const ARRIVE = "times as many rows all arrive, with no more requests than they need"
const KEEP = "times as many rows"

/** What the checks with this name say of the connector. */
const failing = async (
  connector: Connector.Connector,
  { name: wanted = KEEP, script = replies, times = 1_000 } = {}
): Promise<ReadonlyArray<string>> => {
  const failed: Array<string> = []
  for (const { name, run } of ConnectorTest.checks(connector, { replies: script, times }))
    if (name.endsWith(wanted)) await run().catch((error: Error) => failed.push(error.message))
  return failed
}

const users = Extractor.make(userList)

/** Takes the id of a user from the last character of the row's, so that copies of a row become one record. */
const merging = Extractor.make({
  ...userList,
  id: (row: unknown) => (row as AcmeUser).id.slice(-1),
  toRecord: (user: AcmeUser) => toItsmUser({ ...user, id: user.id.slice(-1) })
})

/** Does something with each page of users. */
const eachPage = (
  act: (page: Extractor.Page) => Effect.Effect<unknown, VendorError.VendorError, VendorHttp.VendorHttp>
) =>
  acme({
    users: {
      ...users,
      pages: (request) => Stream.tap(users.pages(request), (page) => act(page))
    }
  })

describe("The kit with many times the scripted rows", () => {
  it("finds nothing wrong with lists by link and by index, with lists below rows and lookups", async () => {
    const sound = acme({ groups: groups() })
    expect(await failing(sound, { name: ARRIVE, script: groupReplies, times: 50 })).toEqual([])
    expect(await failing(sound, { script: groupReplies, times: 10 })).toEqual([])
  })

  it("finds rows that become one record although their ids differ", async () => {
    expect(await failing(acme({ users: merging }), { name: ARRIVE })).toEqual([
      "itsm_user: 3000 rows with different ids became 3 records. Take the id of a record from what differs between any two rows."
    ])
  })

  it("finds them also beside another list whose script has a row without an answer, of which there are too many copies", async () => {
    const { "GET /groups/b/tags": _, ...script } = groupReplies
    const required = groups(undefined, { isOptional: false })
    const without = { ...script, "GET /groups/b/tags": { status: 404, body: {} } }
    expect(await failing(acme({ groups: required }), { name: ARRIVE, script: without, times: 50 })).toEqual([])
    expect(
      await failing(acme({ users: merging, groups: required }), { name: ARRIVE, script: without, times: 50 })
    ).toEqual([expect.stringMatching(/^itsm_user: 150 rows with different ids became 3 records\./)])
  })

  it("finds a request for each row, although one would do", async () => {
    const asking = eachPage(({ batches }) =>
      Effect.forEach(
        batches.flatMap(({ records }) => records),
        () => ask("/users?after=2")
      )
    )
    expect(await failing(asking, { name: ARRIVE, times: 100 })).toEqual([
      expect.stringMatching(/^\/users: 30\d requests for 100 times as many rows, \d at most\./)
    ])
  })

  it("finds rows that are kept after the run", async () => {
    const kept: Array<string> = []
    const keeping = eachPage((page) =>
      Effect.sync(() => kept.push(...page.batches.map(({ records }) => JSON.stringify(records))))
    )
    expect(await failing(keeping)).toEqual([expect.stringMatching(/^After a run .* kB more are held than before it/)])
  })
})
