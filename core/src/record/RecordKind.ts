// record: turns the draft of a mapping into a record that can be stored. This file is the table of all kinds of record.
import type { Any } from "./defineKind.js"
import * as AppsecKinds from "./kinds/AppsecKinds.js"
import * as ConfigurationKinds from "./kinds/ConfigurationKinds.js"
import * as CspmKinds from "./kinds/CspmKinds.js"
import * as EdrKinds from "./kinds/EdrKinds.js"
import * as EntityKinds from "./kinds/EntityKinds.js"
import * as IdpKinds from "./kinds/IdpKinds.js"
import * as ItsmKinds from "./kinds/ItsmKinds.js"
import * as VmsKinds from "./kinds/VmsKinds.js"

export {
  type Any,
  type Deletion,
  type DeletionFacet,
  type Draft,
  deletionFacetOf,
  type Of,
  type RecordKind,
  type Relation,
  type RelationEnd
} from "./defineKind.js"

export * from "./kinds/AppsecKinds.js"
export * from "./kinds/ConfigurationKinds.js"
export * from "./kinds/CspmKinds.js"
export * from "./kinds/EdrKinds.js"
export * from "./kinds/EntityKinds.js"
export * from "./kinds/IdpKinds.js"
export * from "./kinds/ItsmKinds.js"
export * from "./kinds/VmsKinds.js"

/** All record kinds, by name. */
export const table: Readonly<Record<string, Any>> = Object.fromEntries(
  [IdpKinds, CspmKinds, EntityKinds, VmsKinds, EdrKinds, AppsecKinds, ConfigurationKinds, ItsmKinds]
    .flatMap((kinds): ReadonlyArray<Any> => Object.values(kinds))
    .map((kind): readonly [string, Any] => [kind.name, kind])
)
