import { RecordKind } from "@tributary/core"

/** A relation kind as it is seen from the records at one of its ends. */
export interface RelationEnd {
  readonly relation: string
  /** The column that holds the near record's id. */
  readonly near: "source_id" | "target_id"
  readonly far: "source_id" | "target_id"
  /** The kind of the records at the far end. */
  readonly farKind: string
}

const make = (kind: RecordKind.Any): ReadonlyArray<readonly [string, RelationEnd]> => {
  if (kind.relation === null) return []
  const { source, target } = kind.relation
  return [
    [source.kind, { relation: kind.name, near: "source_id", far: "target_id", farKind: target.kind }],
    [target.kind, { relation: kind.name, near: "target_id", far: "source_id", farKind: source.kind }]
  ]
}

const all = Object.values(RecordKind.table).flatMap(make)

/** The relations whose ends records of this kind can be. */
export const of = (kind: string): ReadonlyArray<RelationEnd> =>
  all.filter(([near]) => near === kind).map(([, end]) => end)

/** Every kind whose records may move when records of these kinds are written. */
export const kindsToLock = (kinds: ReadonlyArray<RecordKind.Any>): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const { name, relation } of kinds) {
    names.add(name)
    if (relation !== null) names.add(relation.source.kind).add(relation.target.kind)
    for (const { farKind } of of(name)) names.add(farKind)
  }
  return [...names]
}
