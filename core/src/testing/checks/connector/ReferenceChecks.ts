import { extractorsOf } from "../../../Connector.js"
import * as normalize from "../../../record/normalize.js"
import * as RecordKind from "../../../record/RecordKind.js"
import { CONNECTION_ID } from "../../run/ConnectorRun.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"

type Fields = Readonly<Record<string, unknown>>

/** A field of a record that refers to another record. */
interface Reference {
  readonly field: string
  /** The name of the kind of the other record. */
  readonly kind: string
  /** The other record's id. */
  readonly id: string
}

const textsAt = (record: unknown, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = path.reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], record)
  return (Array.isArray(found) ? found : [found]).filter((value) => typeof value === "string")
}

/** Everything that a record refers to; the two ends of a relation are references too. */
const referencesOf = ({ references, relation }: RecordKind.Any, record: Fields): ReadonlyArray<Reference> => [
  ...references.flatMap(([path, kind]) => textsAt(record, path).map((id) => ({ field: path.join("."), kind, id }))),
  ...(relation === null ? [] : [relation.source, relation.target]).flatMap(({ field, kind }) =>
    textsAt(record, [field]).map((vendorId) => ({ field, kind, id: normalize.deriveId(CONNECTION_ID, kind, vendorId) }))
  )
]

/**
 * A reference leads to a record of the same run, unless the connector does not export that kind.
 *
 * A name or an address instead of an id becomes a reference just as well, and the mistake shows only when a caller gets 404.
 */
export const referenceChecks = ({ connector, healthy }: ConnectorUnderTest): ReadonlyArray<Check> => {
  const exported = new Set(extractorsOf(connector).flatMap(({ kinds }) => kinds.map(({ name }) => name)))
  const run = async () => {
    const { stored } = await healthy()
    for (const [name, records] of stored) {
      const kind = RecordKind.table[name]
      if (kind === undefined) continue
      for (const wire of records.values()) {
        const record = JSON.parse(wire) as Fields
        const dangling = referencesOf(kind, record).find(
          (reference) => exported.has(reference.kind) && stored.get(reference.kind)?.has(reference.id) !== true
        )
        insist(
          dangling === undefined,
          () =>
            `${name} ${record["vendor_id"] ?? record["id"]}: ${dangling?.field} refers to no ${dangling?.kind} of the run. ` +
            "Map the other record's vendor_id, or null if the field holds anything else; or script the other record."
        )
      }
    }
  }
  return [{ name: "every reference leads to a record of the run", run }]
}
