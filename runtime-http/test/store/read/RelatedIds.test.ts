import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { Include, ListRequest } from "../../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import * as RelatedIds from "../../../src/store/read/RelatedIds.js"
import * as Fixture from "../RecordFixture.js"

const { Device, DeviceGroup, DeviceGroupMember } = RecordKind

const deviceIds: Include = { field: "device_ids", relation: DeviceGroupMember, from: "source" }

const groupsOf = (at: Fixture.Connection, fields: Partial<ListRequest> = {}) =>
  Fixture.list(at, DeviceGroup, { relatedIds: [deviceIds], ...fields })

/** The ids that each group shows, by the group's id in the source tool. */
const shown = (at: Fixture.Connection, fields: Partial<ListRequest> = {}) =>
  Effect.map(groupsOf(at, fields), ({ items }) =>
    Object.fromEntries(Fixture.parse(items).map((item) => [item.vendor_id, item["device_ids"]]))
  )

const devices = (count: number) => Array.from({ length: count }, (_, index) => Fixture.device(`d${index}`))

const idsOf = (at: Fixture.Connection, ...devices: ReadonlyArray<string>) =>
  devices.map((id) => Fixture.idOf(at, Device, id)).toSorted()

/** Stores groups with their members as a complete scan of both. */
const scanGroups = (
  at: Fixture.Connection,
  groups: ReadonlyArray<string>,
  members: ReadonlyArray<readonly [group: string, device: string]>
) =>
  Fixture.scanAll(
    at,
    Fixture.extractor([DeviceGroup, DeviceGroupMember]),
    Fixture.batch(
      at,
      DeviceGroup,
      groups.map((id) => Fixture.deviceGroup(id))
    ),
    Fixture.batch(
      at,
      DeviceGroupMember,
      members.map(([group, device]) => Fixture.deviceGroupMember(group, device))
    )
  )

const both = (at: Fixture.Connection) => Effect.all([Fixture.stored(at, DeviceGroup), Fixture.stored(at, Device)])

Fixture.eitherDatabase("Ids of related records", (it) => {
  it.effect("include only known members, in ascending order, and are not stored with the group", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.put(at, Device, devices(4))
      yield* scanGroups(
        at,
        ["a", "b", "c"],
        [
          ["a", "d3"],
          ["a", "d0"],
          ["a", "unknown"],
          ["b", "d0"]
        ]
      )
      expect(yield* shown(at)).toEqual({ a: idsOf(at, "d0", "d3"), b: idsOf(at, "d0"), c: [] })
      const query = yield* RecordQuery
      const { value } = yield* query.get({
        claim: at.claim,
        kind: DeviceGroup,
        id: Fixture.idOf(at, DeviceGroup, "a"),
        includes: [],
        onRequest: [],
        relatedIds: [deviceIds]
      })
      expect([JSON.parse(value.item)["device_ids"], value.omitted]).toEqual([idsOf(at, "d0", "d3"), []])
      const stored = yield* sql<{ readonly wire: string }>`
        select wire from record where connection_id = ${at.id} and kind = ${DeviceGroup.name}`
      expect(stored.filter(({ wire }) => wire.includes("device_ids"))).toEqual([])

      // A device that becomes known is shown from then on.
      yield* Fixture.put(at, Device, [Fixture.device("unknown")])
      expect(yield* shown(at)).toMatchObject({ a: idsOf(at, "d0", "d3", "unknown") })
    })
  )

  it.effect("move their group once when a member joins or leaves, and write nothing while members stay", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, Device, devices(3))
      const members = [
        ["a", "d0"],
        ["b", "d1"],
        ["a", "d1"]
      ] as const
      yield* scanGroups(at, ["a", "b"], members)
      const before = yield* both(at)
      yield* scanGroups(at, ["a", "b"], members)
      expect(yield* both(at)).toEqual(before)

      const counter = (yield* Fixture.counter(at, DeviceGroup)).position
      yield* scanGroups(at, ["a", "b"], [...members, ["a", "d2"]])
      expect((yield* Fixture.counter(at, DeviceGroup)).position).toBe(counter + 1)
      const [[b, a]] = yield* both(at)
      expect([b?.vendor_id, a?.vendor_id]).toEqual(["b", "a"])
      expect([b?.updated, a?.updated !== before[0][0]?.updated]).toEqual([before[0][1]?.updated, true])
      const changed = yield* shown(at, { updatedSince: a?.updated ?? "" })
      expect(changed).toEqual({ a: idsOf(at, "d0", "d1", "d2") })

      // Two complete scans, a distance apart, show that a member is gone.
      yield* scanGroups(at, ["a", "b"], members.slice(1))
      yield* Fixture.later(at, 2)
      yield* scanGroups(at, ["a", "b"], members.slice(1))
      expect(yield* shown(at)).toEqual({ a: idsOf(at, "d1"), b: idsOf(at, "d1") })
    })
  )

  it.effect("stay while a list of members cannot be read completely", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, Device, devices(2))
      yield* scanGroups(
        at,
        ["a"],
        [
          ["a", "d0"],
          ["a", "d1"]
        ]
      )
      for (let round = 0; round < 3; round += 1) {
        yield* Fixture.later(at, 2)
        yield* Fixture.scanAll(
          at,
          Fixture.extractor([DeviceGroup, DeviceGroupMember]),
          Fixture.batch(at, DeviceGroup, [Fixture.deviceGroup("a")]),
          {
            ...Fixture.batch(at, DeviceGroupMember, [Fixture.deviceGroupMember("a", "d0")]),
            keptBelow: [Fixture.idOf(at, DeviceGroup, "a")]
          }
        )
      }
      expect(yield* shown(at)).toEqual({ a: idsOf(at, "d0", "d1") })
    })
  )

  it.effect("are omitted above 1,000, as the page says, and left out if the request does not want them", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const most = RelatedIds.MAX_IDS
      expect(most).toBe(1_000)
      const all = Array.from({ length: most + 1 }, (_, index) => `d${index}`)
      yield* Fixture.put(
        at,
        Device,
        all.map((id) => Fixture.device(id))
      )
      const memberships = (group: string, count: number) => all.slice(0, count).map((id) => [group, id] as const)
      yield* scanGroups(at, ["small"], memberships("small", most))
      expect((yield* groupsOf(at)).omitted).toEqual([])
      yield* scanGroups(at, ["small", "large"], [...memberships("large", most + 1), ...memberships("small", most)])
      const { items, omitted } = yield* groupsOf(at)
      expect(omitted).toEqual(["device_ids"])
      expect(Fixture.parse(items).map((item) => [item.vendor_id, "device_ids" in item])).toEqual(
        expect.arrayContaining([
          ["small", true],
          ["large", false]
        ])
      )
      expect((yield* shown(at))["small"]).toEqual(idsOf(at, ...all.slice(0, most)))
      const without = yield* groupsOf(at, { relatedIds: [], fields: ["name"] })
      expect([Object.keys(Fixture.parse(without.items)[0] ?? {}), without.omitted]).toEqual([["id", "name"], []])
    })
  )

  it.effect("end a page when it is full, and the next page continues there", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.put(at, Device, devices(RelatedIds.MAX_IDS))
      // With 39,000 bytes of ids each, 20 of them are longer than a page.
      const description = "x".repeat(390_000)
      for (let index = 0; index < 20; index += 1)
        yield* Fixture.put(at, DeviceGroup, [Fixture.deviceGroup(`g${index}`, { description })])
      yield* sql`
        insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, source_id, target_id)
        select
          ${at.id}::uuid, ${DeviceGroupMember.name}, gen_random_uuid(), '', row_number() over (), now(), '', '{}', groups.id, devices.id
        from record as groups, record as devices
        where
          groups.connection_id = ${at.id} and groups.kind = ${DeviceGroup.name}
          and devices.connection_id = ${at.id} and devices.kind = ${Device.name}`
      const page = yield* groupsOf(at, { limit: 20, start: { _tag: "After", position: 0 } })
      expect([page.items.length, page.omitted]).toEqual([19, []])
      const rest = yield* groupsOf(at, { limit: 20, start: { _tag: "After", position: page.next ?? -1 } })
      expect([Fixture.vendorIds(rest.items), rest.next]).toEqual([["g19"], null])
    })
  )
})
