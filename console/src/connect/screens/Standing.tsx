import type { DataExportType, ReconnectedConnection } from "../../api/schemas.generated.js"
import { useTag, useTexts } from "../../texts/Texts.js"
import layout from "../../ui/Layout.module.css"
import { Named } from "../../ui/Named.js"
import { Notice } from "../../ui/Notice.js"
import { Said } from "../../ui/Said.js"
import * as Progress from "../Progress.js"

/** Why the last visit to the vendor's page gave no access. */
const ConsentProblem = ({ text }: { readonly text: string }) => (
  <p>
    {useTexts().consent.last} <Said>{text}</Said>
  </p>
)

/** How the connection stands that is renewed. `todo` says what helps; null if the form says it. */
export const Standing = ({
  connection: { data_export_types, oauth2_problem, problems, state },
  todo,
  vendorName
}: {
  readonly connection: ReconnectedConnection
  readonly vendorName: string
  readonly todo: string | null
}) => {
  const { reconnect } = useTexts()
  const tag = useTag()
  const dateOf = (instant: string) =>
    new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short" }).format(new Date(instant))
  const consentProblem = oauth2_problem === null ? null : <ConsentProblem text={oauth2_problem} />
  // It has never worked, so nothing is broken.
  if (state === "PENDING") {
    return (
      <Notice title={reconnect.unfinished} tone="warn">
        {consentProblem}
      </Notice>
    )
  }
  if (problems.length === 0) {
    if (oauth2_problem === null) return <p className={layout["muted"]}>{reconnect.fine}</p>
    return (
      <Notice title={<Named name={vendorName} text={reconnect.declined} />} tone="warn">
        <p>
          <Said>{oauth2_problem}</Said>
        </p>
        <p>{reconnect.unchanged}</p>
      </Notice>
    )
  }
  const isRead = (type: DataExportType) => !problems.some((problem) => Progress.concerns(problem, type))
  const title = data_export_types.some(isRead) ? reconnect.partly : reconnect.broken
  return (
    <Notice title={<Named name={vendorName} text={title} />} tone="warn">
      {problems.map((problem) => (
        <div key={problem.id}>
          <p>
            <Said>{problem.customer_message}</Said>
          </p>
          <p className={`${layout["muted"]} ${layout["small"]}`}>{reconnect.since(dateOf(problem.since))}</p>
        </div>
      ))}
      {consentProblem}
      {todo === null ? null : <p>{todo}</p>}
    </Notice>
  )
}
