import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Stream } from "effect"
import { acme, byHand, groupReplies, groups, type Parts, replies, toItsmUser, userList } from "../Acme.js"
import * as CloudInventory from "../CloudInventory.js"
import { failing } from "../FailingChecks.js"

const users = (parts: Partial<typeof userList>): Parts => ({ users: Extractor.make({ ...userList, ...parts }) })
const hand = (...parts: Parameters<typeof byHand>): Parts => ({ users: byHand(...parts) })
const classify = (read: (status: number, key: string) => VendorError.VendorError | null): Parts => ({
  http: (key) => ({ classify: ({ status }) => read(status, key) })
})

const fields = (status: number, detail = `answered ${status}`) => ({ endpoint: "/users", status, detail })

const WALK = "every page of every list is read exactly once"
const SECOND_RUN = "a second run changes nothing"
const DELTA = "a delta without changes leaves every record as it was"
const SECRECY = "no credential appears in a log line, span, error, checkpoint or record"
const SCRIPTED = "/users: the script has a second page with rows"
const REPEATED = "/users: a repeated page fails the export"
const FOREIGN = "/users: a next link to another host is not followed"
const EMPTY = "/users: an empty page that names a next page does not end the list"
const UNREADABLE = "/users: an unreadable row is rejected and counted, and the other rows are kept"
const TWICE = "/users: a duplicate row is stored once"
const ENUM = "/users: an unknown enum value loses no record"
const NULLS = "/users: a null or missing field rejects its row only if the row schema refuses it, and never another row"

const optional = (status: number) =>
  `/groups/{id}/tags: ${status} for every row costs only the lookup's fields, and no value that was read before`

describe("Conformance", () => {
  it("passes a sound connector with child lists and lookups", async () => {
    expect(await failing(acme({ groups: groups() }), groupReplies)).toEqual([])
  })

  it("catches a script whose last page lacks the Link header, because the list is then incomplete", async () => {
    const { "GET /users?after=2": last, ...others } = replies
    const cut = { ...others, "GET /users?after=2": { body: last?.body } }
    expect(await failing(acme(), cut, /read exactly once/)).toEqual([WALK])
  })

  it("passes a sound connector whose rows become records of two export types", async () => {
    expect(await failing(CloudInventory.connector(), CloudInventory.replies)).toEqual([])
  })

  it("passes a sound hand-written stream", async () => {
    expect(await failing(acme(hand()), replies)).toEqual([])
  })

  it("catches a mapping that fails when the token may not read a lookup", async () => {
    const needy = groups((labels) => {
      if (labels === null) throw new Error("no tags")
      return labels
    })
    const names = await failing(acme({ groups: needy }), groupReplies)
    expect(names).toEqual([
      ...[202, 206].map((status) => `an answer with status ${status} costs an optional lookup only its fields`),
      ...[403, 404].map(optional)
    ])
  })

  it("passes a sound required lookup", async () => {
    const needed = groups(undefined, {})
    expect(await failing(acme({ groups: needed }), groupReplies, /tags/)).toEqual([])
  })

  it("catches an optional lookup that does not name all of its fields", async () => {
    const forgetful = acme({ groups: groups(undefined, { isOptional: true, fields: ["last_updated_at"] }) })
    expect(await failing(forgetful, groupReplies, /tags/)).toEqual([403, 404].map(optional))
    const check = ConnectorTest.checks(forgetful, { replies: groupReplies }).find(({ name }) => name === optional(403))
    await expect(check?.run()).rejects.toThrow(
      "/groups/{id}/tags: name the fields that come from it in the lookup's fields"
    )
  })

  it("catches a required lookup whose refusal counts as an empty answer", async () => {
    const isAbsent = ({ status }: VendorError.VendorError) => status === 403 || status === 404
    const pagination = { ...Pagination.none({ items: "tags" }), isAbsent }
    expect(await failing(acme({ groups: groups(undefined, { pagination }) }), groupReplies, /tags/)).toEqual([
      "/groups/{id}/tags: 403 for every row fails the export, and nothing is written",
      "/groups/{id}/tags: 404 for every row fails the export, and nothing is written"
    ])
  })

  it("catches a connector that classifies a 404 below a row as an outage", async () => {
    const outage = classify((status) => (status === 404 ? new VendorError.ServerError(fields(status)) : null))
    const names = await failing(acme({ ...outage, groups: groups() }), groupReplies)
    expect(names.filter((name) => name.startsWith("/groups/{id}/members"))).toEqual([
      "/groups/{id}/members: 404 below one row means that the row was deleted after it was listed",
      "/groups/{id}/members: 404 below every row means that the path is wrong"
    ])
  })

  it("catches a connector that ignores a missing list below a row", async () => {
    const blind = groups()
    const swallowing: Extractor.Extractor<"idp"> = {
      ...blind,
      pages: (request) => Stream.catchTag(blind.pages(request), "ClientError", () => Stream.empty)
    }
    const names = await failing(acme({ groups: swallowing }), groupReplies)
    expect(names).toContain("/groups/{id}/members: 404 below every row means that the path is wrong")
  })

  it("requires a second page if the script of a paged list has only one", async () => {
    const [one] = Object.entries(replies)
    const single = { [one?.[0] ?? ""]: { body: one?.[1].body } }
    const checks = ConnectorTest.checks(acme(), { replies: single })
    const check = checks.find(({ name }) => name === SCRIPTED)
    await expect(check?.run()).rejects.toThrow("no scripted reply leads to a next page: script a second page")
  })

  it("says where a credential appears, and under which fault", async () => {
    const leaking = classify((status, key) =>
      status === 401 ? new VendorError.Unauthorized(fields(status, `the token ${key} was refused`)) : null
    )
    const check = ConnectorTest.checks(acme(leaking), { replies }).find(({ name }) => name === SECRECY)
    const error = await check?.run().then(String, String)
    expect(error).toMatch(/\/users: 401 at the start: a credential appears.*:\n.*the token \[CREDENTIAL\] was refused/)
    expect(error).not.toContain(ConnectorTest.PLANTED_SECRET)
  })

  describe("a failing run without faults", () => {
    const walked = (parts: Parts, scripted: ConnectorTest.Replies) =>
      ConnectorTest.checks(acme(parts), { replies: scripted })
        .find(({ name }) => name === WALK)
        ?.run()

    it("lists the requests, and marks those that no key answers", async () => {
      const first = Object.fromEntries(Object.entries(replies).slice(0, 1))
      await expect(walked({}, { "GET /persons": { body: [] } })).rejects.toThrow(
        /answered 404\.\nRequests, each with the key that answered it:\n {2}GET https:\/\/vendor\.example\/users\?limit=2 {2}<- {2}no key: script this request/
      )
      await expect(walked({}, first)).rejects.toThrow("<-  GET /users")
    })

    it("says why rows were rejected", async () => {
      const parts = users({ toRecord: (user) => ({ ...toItsmUser(user), status: "GONE" as "ACTIVE" }) })
      await expect(walked(parts, replies)).rejects.toThrow(/Rejected rows:\n {2}itsm_user status: Expected/)
    })

    it("fails one check and skips the others, except those that need no run", async () => {
      const waiting = async (scripted: ConnectorTest.Replies) => {
        const checks = ConnectorTest.checks(acme(), { replies: scripted })
        const waits = await Promise.all(checks.map(async ({ name, waitsFor }) => [name, await waitsFor?.()] as const))
        return new Map(waits.filter(([, other]) => (other ?? null) !== null))
      }
      const [one] = Object.entries(replies)
      const waits = await waiting({ [one?.[0] ?? ""]: { status: 500 } })
      expect(waits.get(SECOND_RUN)).toBe(WALK)
      expect(waits.get(SECRECY)).toBe(WALK)
      for (const name of ["the catalogue entry is complete", WALK, SCRIPTED]) expect(waits.has(name)).toBe(false)
      expect(await waiting(replies)).toEqual(new Map())
    })
  })

  it("requires a row on a second page if the script has none", async () => {
    const [one, two] = Object.entries(replies)
    const hollow = { [one?.[0] ?? ""]: one?.[1] ?? {}, [two?.[0] ?? ""]: { body: [] } }
    const check = ConnectorTest.checks(acme(), { replies: hollow }).find(({ name }) => name === SCRIPTED)
    await expect(check?.run()).rejects.toThrow("only one scripted page holds rows: script a row on a second page")
  })

  it("leaves out the checks that do not apply to a list", () => {
    const names = (parts: Parts, scripted: ConnectorTest.Replies) =>
      ConnectorTest.checks(acme(parts), { replies: scripted }).map(({ name }) => name)
    const plain = {
      "GET /users": { body: [{ id: "1", name: "One", email: null, state: null }] }
    }
    const { since: _, ...full } = userList
    const listed = names({ users: Extractor.make({ ...full, pagination: Pagination.none() }) }, plain)
    for (const absent of [DELTA, SCRIPTED, REPEATED, FOREIGN, EMPTY, ENUM]) expect(listed).not.toContain(absent)
    expect(listed).toEqual(expect.arrayContaining([UNREADABLE, TWICE, NULLS]))
    expect(names({}, replies)).toEqual(expect.arrayContaining([DELTA, SCRIPTED, REPEATED, FOREIGN, EMPTY, ENUM]))
  })
})
