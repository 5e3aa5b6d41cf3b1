import { Extractor, RecordKind } from "@tributary/core"
import { describe, expect, it } from "vitest"
import * as TypeChange from "../../../src/store/accounts/TypeChange.js"
import * as FakeVendor from "../../sync/FakeVendor.js"

const { users, groups } = FakeVendor
/** A list that has records of two types. */
const both: Extractor.Any = {
  ...Extractor.make({ ...FakeVendor.groupList, name: "assets", endpoint: "/assets" }),
  kinds: [RecordKind.Resource, RecordKind.Device]
}

const connector = FakeVendor.connector({
  itsm_users: [users],
  device_groups: [groups],
  resources: [both as never],
  devices: [both as never]
})

const change = (
  ...[before, types]: readonly [Parameters<typeof TypeChange.between>[0], TypeChange.TypeChoice["types"]]
) => TypeChange.between(before, { connector, types })

describe("Another choice of types", () => {
  it("changes nothing if it names all types, and none were chosen before", () => {
    expect(change([], ["device_groups", "devices", "resources", "itsm_users"])).toMatchObject({
      hasAdded: false,
      endsJob: false,
      removedKinds: [],
      endedExtractors: [],
      cutExtractors: []
    })
  })

  it("makes a job due and lets a running one go on if it only adds lists", () => {
    expect(change(["itsm_users"], ["itsm_users", "device_groups"])).toMatchObject({ hasAdded: true, endsJob: false })
  })

  it("ends a running job if it leaves a type out", () => {
    expect(change(["itsm_users", "device_groups"], ["device_groups"])).toMatchObject({
      hasAdded: false,
      endsJob: true,
      removedKinds: ["itsm_user"],
      endedExtractors: [users.name]
    })
  })

  it("cuts the scan of a list that has records of several types, also if the list was not read before", () => {
    const grown = { name: "assets", hasGrown: true }
    expect(change(["devices"], ["devices", "resources"])).toMatchObject({ endsJob: true, cutExtractors: [grown] })
    expect(change(["itsm_users"], ["itsm_users", "devices", "resources"])).toMatchObject({ cutExtractors: [grown] })
    expect(change(["devices", "resources"], ["devices"])).toMatchObject({
      removedKinds: ["resource"],
      endedExtractors: [],
      cutExtractors: [{ name: "assets", hasGrown: false, exportType: "devices" }]
    })
  })
})
