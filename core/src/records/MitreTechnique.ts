import { Schema } from "effect"
import * as Field from "./Field.js"

/** A technique of MITRE ATT&CK that an alert shows, or only its tactic if the source tool names no technique. */
export const MitreTechnique = Field.struct("MitreTechnique", {
  /** The tactic's id, such as `TA0002`. Null if unknown. */
  tactic_id: Schema.NullOr(Schema.String),
  /** The tactic's name, such as `Execution`. Null if unknown. */
  tactic_name: Schema.NullOr(Schema.String),
  /** The technique's id, such as `T1059`. Null if unknown. */
  technique_id: Schema.NullOr(Schema.String),
  /** The technique's name. Null if unknown. */
  technique_name: Schema.NullOr(Schema.String)
})

export interface MitreTechnique extends Schema.Schema.Type<typeof MitreTechnique> {}
