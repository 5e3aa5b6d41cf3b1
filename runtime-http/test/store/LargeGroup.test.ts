import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as FilterSql from "../../src/store/read/FilterSql.js"
import type { Include, ListPage, Opened, Start } from "../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../src/store/read/RecordQuery.js"
import { RecordStore } from "../../src/store/write/RecordStore.js"
import * as Fixture from "./RecordFixture.js"
import * as Plan from "./read/Plan.js"

const { Device, DeviceGroup, DeviceGroupMember } = RecordKind

const MEMBERS = 100_000
/** Devices that are no members, before and between them. */
const OTHERS = 20_000

const deviceIds: Include = { field: "device_ids", relation: DeviceGroupMember, from: "source" }

const ranges = (count: number) =>
  Array.from({ length: count / 1_000 }, (_, page) => Array.from({ length: 1_000 }, (_, index) => page * 1_000 + index))

Fixture.postgres("A device group with 100,000 members", (it) => {
  it.effect(
    "is stored, read without their ids, and listed at the cost of a page; an added member moves it only once",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const store = yield* RecordStore
        const query = yield* RecordQuery
        const of = { kind: DeviceGroup, id: Fixture.idOf(at, DeviceGroup, "all") }
        const begin = performance.now()
        const times: Record<string, number> = {}
        const timed = (name: string) =>
          Effect.sync(() => {
            times[name] = Math.round(performance.now() - begin)
          })

        const devices = yield* Fixture.openAnew(at, Fixture.extractor([Device]))
        for (const range of ranges(MEMBERS + OTHERS))
          yield* Fixture.write(
            devices,
            Fixture.batch(
              at,
              Device,
              range.map((index) => Fixture.device(`d${index}`))
            )
          )
        yield* timed("devices stored")
        const scanned = Fixture.extractor([DeviceGroup, DeviceGroupMember])
        /** A scan of the group with the devices from `first` on, a page for each 1,000. */
        const scan = (first: number, more: ReadonlyArray<string> = []) =>
          Effect.gen(function* () {
            const open = yield* Fixture.open(at, scanned)
            yield* Fixture.write(open, Fixture.batch(at, DeviceGroup, [Fixture.deviceGroup("all")]))
            for (const range of ranges(MEMBERS))
              yield* store.write(
                open,
                Fixture.page([
                  Fixture.batch(
                    at,
                    DeviceGroupMember,
                    range.map((index) => Fixture.deviceGroupMember("all", `d${first + index}`))
                  )
                ])
              )
            yield* Fixture.write(
              open,
              Fixture.batch(
                at,
                DeviceGroupMember,
                more.map((id) => Fixture.deviceGroupMember("all", id))
              )
            )
            return yield* Fixture.close(open, 1)
          })
        yield* scan(OTHERS / 2)
        yield* timed("members stored")

        const { value: one } = yield* query.get({
          claim: at.claim,
          kind: DeviceGroup,
          id: of.id,
          includes: [],
          onRequest: [],
          relatedIds: [deviceIds]
        })
        expect([JSON.parse(one.item), one.omitted]).toEqual([
          expect.not.objectContaining({ device_ids: expect.anything() }),
          ["device_ids"]
        ])

        const seen = new Set<string>()
        let start: Start | null = Fixture.beginning
        const request = { claim: at.claim, kind: Device, relation: DeviceGroupMember, of, limit: 500, includes: [] }
        const rest = { onRequest: [], filters: [], periods: [], related: [], updatedSince: null, ids: null }
        while (start !== null) {
          const { value }: Opened<ListPage> = yield* query.members({
            ...request,
            ...rest,
            start,
            wantsTotal: start === Fixture.beginning
          })
          if (start === Fixture.beginning) expect(value.total).toBe(MEMBERS)
          for (const id of Fixture.vendorIds(Fixture.apart(value).items)) seen.add(id)
          start = value.next === null ? null : { _tag: "After", position: value.next }
        }
        expect([seen.size, seen.has(`d${OTHERS / 2 - 1}`), seen.has(`d${OTHERS / 2 + MEMBERS}`)]).toEqual([
          MEMBERS,
          false,
          false
        ])
        yield* timed("all pages read")

        const { up } = FilterSql.pages({ filters: 0, instants: [], hasIds: false, related: ["source"] })
        const { position: last } = yield* Fixture.counter(at, Device)
        const reads: Array<number> = []
        for (const from of [last - 90_000, last - 50_000, last - 10_000])
          reads.push(yield* Plan.pagesRead(up, [at.id, Device.name, from, 502, 0, DeviceGroupMember.name, of.id]))
        // Four index pages for each of the members and a page of the table for each; reading all of them would be 100 times that.
        for (const pages of reads) expect(pages, JSON.stringify(reads)).toBeLessThan(5_000)

        const before = yield* Fixture.counter(at, DeviceGroup)
        const deviceCounter = yield* Fixture.counter(at, Device)
        yield* scan(OTHERS / 2, ["d0"])
        expect((yield* Fixture.counter(at, DeviceGroup)).position).toBe(before.position + 1)
        expect((yield* Fixture.counter(at, Device)).position).toBe(deviceCounter.position + 1)
        yield* timed("scanned once more")
        if (process.env["TEST_SHOW_TIMES"] === "1") yield* Effect.sync(() => console.table({ ...times, reads }))
      }),
    600_000
  )
})
