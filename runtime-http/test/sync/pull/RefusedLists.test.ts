import { expect, layer } from "@effect/vitest"
import { Extractor, Pagination } from "@tributary/core"
import { Effect } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

const REFUSED = { status: 403, body: {} }

const pagination = Pagination.cursor({ items: "rows", from: "next", param: "after" })

const users = Extractor.make({ ...FakeVendor.userList, pagination })

layer(PullWorld.stores)("A list that may be refused", (it) => {
  it.effect("keeps its records, leaves the job successful and the connection healthy, and names its permission", () =>
    Effect.gen(function* () {
      /** What the vendor answers: the first page, and the second one. */
      let pages: readonly [PullWorld.Answer, PullWorld.Answer] = [
        { body: FakeVendor.page(["a"], "2") },
        { body: FakeVendor.page(["b"]) }
      ]
      const world = yield* PullWorld.make(
        FakeVendor.connector({ itsm_users: [Extractor.optional(users)] }),
        ({ searchParams }) => pages[searchParams.has("after") ? 1 : 0]
      )
      yield* world.job
      for (const first of [REFUSED, pages[0], pages[0], REFUSED]) {
        pages = [first, REFUSED]
        yield* world.age(48)
        const { health, only, status } = yield* world.job
        expect([status, health]).toEqual(["SUCCESS", "HEALTHY"])
        expect(only.unread_fields).toMatchObject([
          { record_kind: "itsm_user", permissions: ["users.read"], problem: "PERMISSION_MISSING" }
        ])
        expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "b"])
      }
      expect((yield* world.status).problems).toMatchObject([{ reason: "PERMISSION_MISSING" }])
      pages = [{ body: FakeVendor.page(["a"]) }, REFUSED]
      for (const _ of [1, 2]) {
        yield* world.age(48)
        yield* world.job
      }
      expect([...(yield* world.live).keys()]).toEqual(["a"])
      expect((yield* world.status).problems).toEqual([])
    })
  )
})

layer(PullWorld.stores)("A list that is one of several, and is refused", (it) => {
  it.effect(
    "keeps its records while those of the other are read anew by each job, and ends a scan only when it is granted",
    () =>
      Effect.gen(function* () {
        const other = Extractor.make({
          ...FakeVendor.userList,
          endpoint: "/guests",
          permissions: ["guests.read"],
          pagination
        })
        let isRefused = false
        let guests: ReadonlyArray<string> = ["g1"]
        const both = Extractor.concat(users, other)
        const world = yield* PullWorld.make(FakeVendor.connector({ itsm_users: [both] }), ({ pathname }) => {
          if (pathname === "/guests") return { body: FakeVendor.page(guests) }
          return isRefused ? REFUSED : { body: FakeVendor.page(["a"]) }
        })
        yield* world.job
        isRefused = true
        for (const next of [
          ["g1", "g2"],
          ["g1", "g2", "g3"]
        ]) {
          guests = next
          yield* world.age(48)
          const { health, only, status } = yield* world.job
          expect([status, health]).not.toContain("SUCCESS")
          expect([health, only.health]).toEqual(["UNAUTHORIZED", "UNAUTHORIZED"])
          expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", ...next])
        }
        isRefused = false
        const { status } = yield* world.job
        expect(status).toBe("SUCCESS")
        expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "g1", "g2", "g3"])
      })
  )
})
