import { Extractor, VendorError } from "@tributary/core"
import { Stream } from "effect"
import { describe, expect, it } from "vitest"
import { acme, replies, userList } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const { since, ...whole } = userList

const changes = Extractor.make({ ...whole, endpoint: "/changes", since })

/** Users whose changes are listed elsewhere. */
const connector = (read = changes) =>
  acme({ users: Extractor.withChanges(Extractor.make(whole), read, ({ status }) => status === 404) })

const scripted = {
  ...replies,
  "GET /changes": { body: [], headers: { link: '<https://vendor.example/changes>; rel="self"' } }
}

/** The list of changes with other errors than the vendor's. */
const mapping = (change: (error: VendorError.VendorError) => VendorError.VendorError): typeof changes => ({
  ...changes,
  pages: (request) => Stream.mapError(changes.pages(request), change)
})

describe("A list that only deltas read", () => {
  it("is struck by the faults, too", async () => {
    expect(await failing(connector(), scripted, /in a delta/)).toEqual([])
  })

  it("may not blame the connector for an outage", async () => {
    const refusing = mapping((error) =>
      error._tag === "ServerError" && error.status === 500
        ? new VendorError.ClientError({ endpoint: error.endpoint, status: 500, detail: "refused" })
        : error
    )
    expect(await failing(connector(refusing), scripted, /in a delta/)).toEqual([
      "/changes: 500 on every attempt, in a delta"
    ])
  })

  it("may not be empty because it is refused", async () => {
    const swallowing: typeof changes = {
      ...changes,
      pages: (request) =>
        Stream.catchTag(changes.pages(request), "Unauthorized", (error) =>
          error.status === 401 ? Stream.empty : Stream.fail(error)
        )
    }
    expect(await failing(connector(swallowing), scripted, /in a delta/)).toEqual([
      "/changes: 401 at the start, in a delta",
      "/changes: 401 mid-run, in a delta"
    ])
  })
})
