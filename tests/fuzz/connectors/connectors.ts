import { type Action, Connector, Extractor, Pagination, RecordKind, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as StandInConnector from "../../support/vendor/StandInConnector.js"
import { CHECK_PATH, listPath, TICKETS_PATH } from "../vendor/paths.js"

/** A row has a whole record: the stand-in makes it from the schema of the API. */
const FuzzRow = Schema.Struct({ id: Schema.String, record: Schema.Any })

/** The extractor of a kind. The stand-in knows the shape of its records, the compiler does not. */
const extractorOf = (kind: RecordKind.Any) =>
  Extractor.make({
    record: kind,
    endpoint: listPath(kind.name),
    row: FuzzRow,
    pagination: Pagination.none({ items: "items" }),
    permissions: [`${kind.name}:read`],
    // The stand-in has the same events whenever it is asked.
    isLog: false,
    toRecord: ({ record }) => record as never
  })

const exportsOf = (kinds: ReadonlyArray<RecordKind.Any>): Connector.Exports => {
  const all: Record<string, ReadonlyArray<unknown>> = {}
  for (const kind of kinds) all[kind.exportType] = [...(all[kind.exportType] ?? []), extractorOf(kind)]
  return all as Connector.Exports
}

const Created = Schema.Struct({ id: Schema.String })

const createTicket: Action.CreateTicket = {
  endpoint: TICKETS_PATH,
  permissions: ["tickets:write"],
  find: () => Effect.succeed(null),
  create: (ticket) =>
    Effect.gen(function* () {
      const http = yield* VendorHttp.VendorHttp
      const request = { endpoint: TICKETS_PATH, url: TICKETS_PATH, method: "POST", isRepeatable: false } as const
      const { body } = yield* http.send({ ...request, body: { name: ticket.name } })
      return { vendor_id: Schema.decodeUnknownSync(Created)(body).id }
    })
}

const definition = {
  ...StandInConnector.definition,
  http: StandInConnector.impatientHttp,
  check: CHECK_PATH,
  actions: { createTicket }
}

/** The connector with every kind of record. */
export const whole = Connector.make({
  ...definition,
  vendor: "FUZZ",
  name: "Fuzz",
  description: "Every kind of record.",
  exports: exportsOf(Object.values(RecordKind.table))
})

/** A connector whose jobs are short, for the connections that requests create. */
export const small = Connector.make({
  ...definition,
  vendor: "FUZZ_SMALL",
  name: "Fuzz (small)",
  description: "One kind of record.",
  exports: exportsOf([RecordKind.ItsmUser])
})
