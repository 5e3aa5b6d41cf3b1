import { Extractor } from "@tributary/core"
import { describe, expect, it } from "vitest"
import { acme, replies, toItsmUser, userList } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const CHECK = "/users: an unknown enum value loses no record"

const STATUS: Readonly<Record<string, "ACTIVE" | "INACTIVE">> = { active: "ACTIVE", "in-review": "INACTIVE" }

/** Users whose mapping knows some states, and no other. */
const strict = acme({
  users: Extractor.make({
    ...userList,
    toRecord: (user) => {
      const status = STATUS[user.state ?? "active"]
      if (status === undefined) throw new Error(`unknown: ${user.state}`)
      return { ...toItsmUser(user), status }
    }
  })
})

const withState = (state: string) =>
  Object.fromEntries(
    Object.entries(replies).map(([key, { body, ...reply }]) => [
      key,
      { ...reply, body: (body as ReadonlyArray<object>).map((user) => ({ ...user, state })) }
    ])
  )

describe("The words of an enum", () => {
  it.each(["active", "in-review"])("are found in small letters: %s", async (state) => {
    expect(await failing(strict, withState(state), /unknown enum/)).toEqual([CHECK])
    expect(await failing(acme(), withState(state), /unknown enum/)).toEqual([])
  })

  it("are no words by which the script names things", async () => {
    const named = Object.fromEntries(
      Object.entries(withState("active")).map(([key, { body, ...reply }]) => [
        key,
        { ...reply, body: (body as ReadonlyArray<object>).map((user) => ({ ...user, group_id: "active" })) }
      ])
    )
    expect(await failing(strict, named, /unknown enum/)).toEqual([])
  })
})
