import type { ConnectProblem, ConnectSessionTest, ExportTypeTest } from "../../api/schemas.generated.js"
import { nameIn, useTexts } from "../../texts/Texts.js"
import { BackButton, Button } from "../../ui/Button.js"
import { Heading } from "../../ui/Heading.js"
import layout from "../../ui/Layout.module.css"
import { Named } from "../../ui/Named.js"
import { Said } from "../../ui/Said.js"
import { StatusList, StatusRow } from "../../ui/StatusList.js"
import { connectorOf } from "../Flow.js"
import type { ScreenProps } from "../Screen.js"
import { Lack } from "./Lack.js"

const concerns = ({ affected }: ConnectProblem, { data_export_type }: ExportTypeTest): boolean =>
  affected.some((each) => each.data_export_type === null || each.data_export_type === data_export_type)

const TypeRow = ({ test, type }: { readonly test: ConnectSessionTest; readonly type: ExportTypeTest }) => {
  const texts = useTexts()
  const problems = test.problems.filter((problem) => concerns(problem, type))
  const { is_valid, message, unread_fields } = type
  const fields = unread_fields.flatMap(({ fields }) => fields).join(", ")
  const isPartly = is_valid && unread_fields.length > 0
  const readable = isPartly ? "warn" : "good"
  return (
    <StatusRow name={nameIn(texts.types, type.data_export_type)} tone={is_valid ? readable : "bad"}>
      <p>
        {is_valid ? texts.result.readable : texts.result.unreadable}
        {isPartly && fields !== "" ? (
          <>
            . <Named name={fields} text={texts.result.partly} />
          </>
        ) : null}
      </p>
      {is_valid && !isPartly ? null : problems.map((problem) => <Lack key={problem.id} problem={problem} />)}
      {!is_valid && problems.length === 0 ? (
        <p>
          <Said>{message}</Said>
        </p>
      ) : null}
    </StatusRow>
  )
}

/** What the credentials give access to, if that is not everything. `onAgain` sends the form again as it is. */
export const ResultScreen = ({
  dispatch,
  onAgain,
  state,
  test
}: ScreenProps & { readonly test: ConnectSessionTest; readonly onAgain: () => void }) => {
  const texts = useTexts()
  const vendor = connectorOf(state)?.vendor_name ?? ""
  const request = state.request?.is
  const isSome = test.data_export_types.some(({ is_valid }) => is_valid)
  const isEmpty = test.data_export_types.length === 0
  const found = isSome ? texts.result.text : texts.result.nothingText
  return (
    <div className={layout["screen"]}>
      <BackButton onClick={() => dispatch({ is: "wentBack" })}>{texts.result.back}</BackButton>
      <Heading>{isSome ? texts.result.title : texts.result.nothing}</Heading>
      <p>
        <Named name={vendor} text={isEmpty ? texts.result.incomplete : found} />
        {isEmpty ? (
          <>
            {" "}
            <Said>{test.message}</Said>
          </>
        ) : null}
      </p>
      {isEmpty ? null : (
        <StatusList label={texts.form.data}>
          {test.data_export_types.map((type) => (
            <TypeRow key={type.data_export_type} test={test} type={type} />
          ))}
        </StatusList>
      )}
      <div className={layout["actions"]}>
        <Button isBusy={request === "test"} isOff={request === "connect"} onClick={onAgain}>
          {texts.result.again}
        </Button>
        {isSome ? (
          <Button
            isBusy={request === "connect"}
            isOff={request === "test"}
            look="quiet"
            onClick={() => dispatch({ is: "insisted" })}
          >
            {texts.result.anyway}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
