import type { Records } from "@tributary/core"
import type { SentinelOneThreat } from "./rows/threat.js"

type Tactic = NonNullable<NonNullable<SentinelOneThreat["indicators"]>[number]["tactics"]>[number]

/** SentinelOne names a technique by its id, such as `T1070.004`. */
const TECHNIQUE_ID = /^T\d{4}(\.\d{3})?$/

/** The techniques of a tactic; the tactic alone if it names none. */
const techniquesOf = ({ name: tactic_name, techniques }: Tactic): ReadonlyArray<Records.MitreTechnique> => {
  const names = (techniques ?? []).flatMap(({ name }) => name || [])
  const common = { tactic_id: null, tactic_name }
  if (names.length === 0) return tactic_name ? [{ ...common, technique_id: null, technique_name: null }] : []
  return names.map((name) => {
    const isId = TECHNIQUE_ID.test(name)
    return { ...common, technique_id: isId ? name : null, technique_name: isId ? null : name }
  })
}

/** The techniques of all indicators, each once: several indicators often show the same. */
export const mitreOf = ({ indicators }: SentinelOneThreat): ReadonlyArray<Records.MitreTechnique> | null => {
  const tactics = (indicators ?? []).flatMap((indicator) => indicator.tactics ?? [])
  const found = tactics.filter(({ source }) => source === "MITRE").flatMap(techniquesOf)
  const distinct = new Map(found.map((each) => [JSON.stringify(each), each]))
  return distinct.size === 0 ? null : [...distinct.values()]
}
