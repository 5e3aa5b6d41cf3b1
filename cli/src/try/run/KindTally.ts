import type { Extractor, NormalizedRecord, RecordKind } from "@tributary/core"

/** A record as the API sends it, with the fields that it sends only on request. */
export type ApiRecord = Readonly<Record<string, unknown>>

/** The records of one kind that a run has made. */
export interface KindTally {
  /** The kind. */
  readonly kind: RecordKind.Any
  /** The ids of the records. */
  readonly ids: Set<string>
  /** The first records. */
  readonly samples: Array<ApiRecord>
  /** How many rows became no record, by what is wrong with them. */
  readonly rejections: Map<string, number>
  /** How many rows have the id of another row of their page, and other content. */
  duplicates: number
  /** How many values cost only their fields, by what is wrong with them. */
  readonly unreadable: Map<string, number>
}

/** What a run has made, by the name of the kind. */
export type Tally = Map<string, KindTally>

/** How many records of a kind are kept; more than any table shows. */
const KEPT = 50

/** The record as the API sends it. */
export const toRecord = ({ onRequest, wire }: NormalizedRecord.NormalizedRecord): ApiRecord => ({
  ...(JSON.parse(wire) as ApiRecord),
  ...(onRequest === null ? {} : (JSON.parse(onRequest) as ApiRecord))
})

const of = (tally: Tally, kind: RecordKind.Any): KindTally => {
  const known = tally.get(kind.name)
  if (known !== undefined) return known
  const made: KindTally = {
    kind,
    ids: new Set(),
    samples: [],
    rejections: new Map(),
    duplicates: 0,
    unreadable: new Map()
  }
  tally.set(kind.name, made)
  return made
}

/** A tally of these extractors' kinds, without records. */
export const make = (extractors: ReadonlyArray<Extractor.Any>): Tally => {
  const tally: Tally = new Map()
  for (const { kinds } of extractors) for (const kind of kinds) of(tally, kind)
  return tally
}

const countIn = (counts: Map<string, number>, issues: ReadonlyArray<string>): void => {
  for (const issue of issues) counts.set(issue, (counts.get(issue) ?? 0) + 1)
}

/** Adds a page. */
export const add = (tally: Tally, { batches }: Extractor.Page): void => {
  for (const { duplicates, kind, records, rejections } of batches) {
    const own = of(tally, kind)
    own.duplicates += duplicates.length
    for (const record of records) {
      if (!own.ids.has(record.id) && own.samples.length < KEPT) own.samples.push(toRecord(record))
      own.ids.add(record.id)
    }
    countIn(
      own.rejections,
      rejections.flatMap(({ issues }) => issues)
    )
    countIn(
      own.unreadable,
      records.flatMap(({ unreadable }) => unreadable)
    )
  }
}

/** How many records there are in all. */
export const total = (tally: Tally): number => [...tally.values()].reduce((sum, { ids }) => sum + ids.size, 0)
