import { useId } from "react"
import type { DataExportType, ExportPermissions } from "../../api/schemas.generated.js"
import { nameIn, useTexts } from "../../texts/Texts.js"
import { Details } from "../../ui/Details.js"
import { Problem } from "../../ui/Field.js"
import layout from "../../ui/Layout.module.css"
import { Names } from "../../ui/Names.js"
import * as Draft from "../Draft.js"
import { chosenOf, TYPES } from "../Flow.js"
import type { ScreenProps } from "../Screen.js"
import styles from "./FormScreen.module.css"

const Permissions = ({ label, names }: { readonly label: string; readonly names: ReadonlyArray<string> }) => (
  <p>
    {label}: <Names of={names} />
  </p>
)

/** The permissions of a type of data. */
const Needs = ({ optional_permissions, permissions }: ExportPermissions) => {
  const { form } = useTexts()
  return (
    <div className={styles["needs"]}>
      {permissions.length === 0 ? (
        <p>{form.noPermissions}</p>
      ) : (
        <Permissions label={form.permissions} names={permissions} />
      )}
      {optional_permissions.length === 0 ? null : (
        <Permissions label={form.optionalPermissions} names={optional_permissions} />
      )}
    </div>
  )
}

/** What is read with which permissions, and the choice of it for a new connection. */
export const DataTypes = ({ dispatch, state }: ScreenProps) => {
  const texts = useTexts()
  const id = useId()
  const chosen = chosenOf(state)
  if (chosen === null) return null
  const { connector, draft, view } = chosen
  const all = Draft.exportsOf(connector, view)
  const isChoice = view.connection === null && all.length > 1
  const problem = state.problems[TYPES]
  const nameOf = (type: DataExportType) => nameIn(texts.types, type)
  const read = isChoice ? draft.types : all.map(({ data_export_type }) => data_export_type)
  return (
    <Details
      attempt={state.refusals}
      isOpened={problem !== undefined}
      summary={read.length === 0 ? null : read.map(nameOf).join(", ")}
      title={texts.form.data}
    >
      {isChoice ? <p className={`${layout["muted"]} ${layout["small"]}`}>{texts.form.dataHint}</p> : null}
      {problem === undefined ? null : <Problem id={`${id}-problem`} text={texts.form.missingTypes} />}
      <ul className={styles["types"]}>
        {all.map((each, index) => {
          const name = nameOf(each.data_export_type)
          return (
            <li className={styles["type"]} key={each.data_export_type}>
              {isChoice ? (
                <input
                  aria-invalid={problem !== undefined}
                  checked={draft.types.includes(each.data_export_type)}
                  id={`${id}-${index}`}
                  onChange={() => dispatch({ is: "toggled", type: each.data_export_type })}
                  type="checkbox"
                />
              ) : (
                <span />
              )}
              {isChoice ? <label htmlFor={`${id}-${index}`}>{name}</label> : <strong>{name}</strong>}
              <Needs {...each} />
            </li>
          )
        })}
      </ul>
    </Details>
  )
}
