import {
  Batch,
  EventLoop,
  type Extractor,
  type NormalizedRecord,
  type RecordKind,
  Result,
  Row,
  Tenant,
  VendorHttp
} from "@tributary/core"
import { Effect, Stream } from "effect"
import * as Upsert from "../../../runtime-http/src/store/write/Upsert.js"

/** A list whose way from text to the parameter of its upsert is measured. */
export interface MeasuredList<A> {
  readonly kind: RecordKind.Any
  readonly extractor: Extractor.Any
  readonly schema: Row.RowSchema<A>
  readonly toRecord: (row: A) => object
  readonly row: (index: number) => object
}

/** The stages, in the order of the way. */
export const names = [
  "JSON.parse",
  "row decode",
  "mapping",
  "normalize",
  "from row to row",
  "hash and parameter"
] as const

/** The cost of a list, in microseconds of processor time for each record, in the best round. */
export interface StageTable {
  readonly stages: Readonly<Record<(typeof names)[number], number>>
  readonly parse: number
  readonly sum: number
}

const ROWS = 1_000
const ROUNDS = 25
const OWNER: NormalizedRecord.Owner = { connectionId: "00000000-0000-4000-8000-000000000001", vendor: "BENCH" }

const processorMicros = (): number => {
  const { system, user } = process.cpuUsage()
  return user + system
}

/** Measures functions that take turns in each round, so that what disturbs the machine disturbs all of them. */
const measure = async (parts: Readonly<Record<string, () => unknown>>): Promise<Readonly<Record<string, number>>> => {
  const best: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, part] of Object.entries(parts)) {
      const before = processorMicros()
      await part()
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, (processorMicros() - before) / ROWS)
    }
  }
  return best
}

/** A vendor that answers every request with this body, and needs no time for it. */
const answering = (body: unknown) =>
  VendorHttp.VendorHttp.of({
    send: () => Effect.succeed({ status: 200, headers: {}, body }),
    permit: () => Effect.void,
    chooses: () => true,
    furtherBaseUrls: [],
    withoutSecrets: (link) => link,
    tenant: Tenant.openGuard
  })

const request: Extractor.ExtractRequest = { owner: OWNER, since: null, checkpoint: null, delta: null }

/**
 * Measures a page of 1,000 rows with the functions that a job calls. What the extractor takes longer than decoding, mapping and
 * normalizing is the cost of walking from row to row.
 */
export const of = async <A>({ extractor, kind, row, schema, toRecord }: MeasuredList<A>): Promise<StageTable> => {
  const text = JSON.stringify({ items: Array.from({ length: ROWS }, (_, index) => row(index)), next: null })
  const body: { readonly items: ReadonlyArray<unknown> } = JSON.parse(text)
  const read = Row.decode(schema)
  const decoded = Row.readable(body.items, read)
  const map = () => decoded.map((each) => Result.succeed({ ...toRecord(each) }))
  const mapped = map()
  const batch = Batch.make(kind, OWNER, mapped)
  if (batch.records.length !== ROWS) throw new Error(`Only ${batch.records.length} of ${ROWS} rows became records.`)
  const vendor = answering(body)
  const page = () =>
    Effect.runPromise(
      Stream.runDrain(extractor.pages(request)).pipe(Effect.provideService(VendorHttp.VendorHttp, vendor))
    )
  const {
    decode = 0,
    mapping = 0,
    normalize = 0,
    parameters = 0,
    parse = 0,
    whole = 0
  } = await measure({
    parse: () => JSON.parse(text),
    decode: () => body.items.map(read),
    mapping: map,
    normalize: () => Batch.make(kind, OWNER, mapped),
    whole: page,
    parameters: () =>
      EventLoop.runSync(Upsert.prepare(OWNER.connectionId, kind, batch.records)).parts.map((part) =>
        Upsert.jsonOf(kind, part)
      )
  })
  const stages = {
    "JSON.parse": parse,
    "row decode": decode,
    mapping,
    normalize,
    "from row to row": Math.max(0, whole - decode - mapping - normalize),
    "hash and parameter": parameters
  }
  return { stages, parse, sum: parse + whole + parameters }
}
