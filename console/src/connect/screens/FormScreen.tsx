import { type ReactNode, useEffect, useId, useRef } from "react"
import type { AuthMethodEntry, ConnectorEntry, CredentialParam } from "../../api/schemas.generated.js"
import { nameIn, type Texts, useTexts, VENDOR_LANGUAGE } from "../../texts/Texts.js"
import { BackButton, Button } from "../../ui/Button.js"
import { Details } from "../../ui/Details.js"
import { Field } from "../../ui/Field.js"
import { Heading } from "../../ui/Heading.js"
import layout from "../../ui/Layout.module.css"
import { Logo } from "../../ui/Logo.js"
import { Named } from "../../ui/Named.js"
import { Said } from "../../ui/Said.js"
import { webAddressOf } from "../../ui/WebAddress.js"
import * as Draft from "../Draft.js"
import { canGoBack, chosenOf, isRenewal } from "../Flow.js"
import * as Renewal from "../Renewal.js"
import type { ScreenProps } from "../Screen.js"
import { isFinal, nameOf } from "../TroubleName.js"
import { DataTypes } from "./DataTypes.js"
import styles from "./FormScreen.module.css"
import { Standing } from "./Standing.js"
import { TroubleNotice, useSecondsUntil } from "./TroubleNotice.js"

const textOf = (texts: Texts, input: string, problem: Draft.FieldProblem | undefined): ReactNode | null => {
  if (problem === undefined) return null
  if (problem.is === "said") return <Said>{problem.text}</Said>
  if (problem.is === "missing") return input === "CHOICE" ? texts.form.missingChoice : texts.form.missing
  if (problem.is === "again") return texts.form.again
  return problem.example === null ? texts.form.pattern : texts.form.patternExample(problem.example)
}

const Ways = ({
  authType,
  connector,
  onChoose
}: {
  readonly connector: ConnectorEntry
  readonly authType: string
  readonly onChoose: (authType: string) => void
}) => {
  const texts = useTexts()
  const name = useId()
  return (
    <fieldset>
      <legend className={styles["legend"]}>{texts.form.ways}</legend>
      <div className={styles["ways"]}>
        {connector.auth_methods.map(({ auth_type, consent }) => (
          <label className={styles["way"]} key={auth_type}>
            <input checked={auth_type === authType} name={name} onChange={() => onChoose(auth_type)} type="radio" />
            {consent === null ? <span>{nameIn(texts.ways, auth_type)}</span> : <Said>{consent.title}</Said>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Steps = ({
  connector,
  isOpened,
  method
}: {
  readonly connector: ConnectorEntry
  readonly method: AuthMethodEntry
  readonly isOpened: boolean
}) => {
  const { form } = useTexts()
  const address = webAddressOf(connector.docs_url)
  const docs =
    address === null ? null : (
      <p className={layout["small"]}>
        <a href={address} rel="noopener noreferrer" target="_blank">
          <Named name={connector.vendor_name} text={form.docs} />
        </a>
      </p>
    )
  if (method.setup_steps.length === 0) return docs
  return (
    <Details isOpened={isOpened} title={method.consent === null ? form.steps : form.stepsBefore}>
      <ol className={styles["steps"]} lang={VENDOR_LANGUAGE}>
        {method.setup_steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {docs}
    </Details>
  )
}

/** The form of a connector. `onSubmit` runs within the click, so that it may open a window. */
export const FormScreen = ({
  dispatch,
  logoOf,
  onSubmit,
  state
}: ScreenProps & { readonly logoOf: (vendor: string) => string; readonly onSubmit: () => void }) => {
  const texts = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const { problems, refusals, request, trouble } = state
  const seconds = useSecondsUntil(trouble?.until ?? null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [refusals])
  const chosen = chosenOf(state)
  if (chosen === null) return null
  const { connector, draft, view } = chosen
  const { vendor, vendor_name } = connector
  const method = Draft.methodOf(connector, draft.authType)
  const { connection } = view
  const isRenewed = isRenewal(state)
  const { asked, kept } = Renewal.partsOf(connector, view, draft)
  const isNothing = connection !== null && isRenewed && Renewal.needFor(connection) === "nothing"
  const isCheck = isNothing && asked.length === 0 && method.consent === null
  const isKeptChanged = kept.some(({ name }) => Draft.isChanged(draft, connection, name))
  const busy = request?.is === "test" ? texts.form.testing : texts.form.storing
  const again = isCheck ? texts.result.again : texts.form.submitAgain
  const submit = isRenewed ? again : texts.form.submit
  const label = method.consent === null ? submit : <Said>{method.consent.title}</Said>
  const ready = seconds > 0 ? texts.trouble.wait(seconds) : label
  const isOff = seconds > 0 || (trouble !== null && isFinal(nameOf(trouble.failure)))
  const fieldOf = (param: CredentialParam) => (
    <Field
      isKept={connection !== null}
      isRefused={connection !== null && Renewal.isRefused(connection)}
      key={param.name}
      onChange={(value) => dispatch({ is: "typed", name: param.name, value })}
      param={param}
      problem={textOf(texts, param.input, problems[param.name])}
      value={draft.values[param.name] ?? ""}
    />
  )
  return (
    <div className={layout["screen"]}>
      <div className={styles["top"]}>
        {canGoBack(state) ? (
          <BackButton onClick={() => dispatch({ is: "wentBack" })}>{texts.form.back}</BackButton>
        ) : null}
        <div className={styles["vendor"]}>
          <Logo address={logoOf(vendor)} name={vendor_name} size={44} />
          <Heading>
            <Named name={vendor_name} text={isRenewed ? texts.form.reconnect : texts.form.title} />
          </Heading>
        </div>
        <p className={layout["muted"]} lang={VENDOR_LANGUAGE}>
          {connector.vendor_description}
        </p>
      </div>
      {connection === null ? null : (
        <Standing
          connection={connection}
          todo={isCheck ? texts.reconnect.nothingToEnter : null}
          vendorName={vendor_name}
        />
      )}
      <form
        autoComplete="off"
        className={styles["form"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (request === null && !isOff) onSubmit()
        }}
        ref={form}
      >
        {connector.auth_methods.length < 2 || connection !== null ? null : (
          <Ways
            authType={method.auth_type}
            connector={connector}
            onChoose={(authType) => dispatch({ is: "choseWay", authType })}
          />
        )}
        {method.consent === null ? null : <p lang={VENDOR_LANGUAGE}>{method.consent.help}</p>}
        <Steps connector={connector} isOpened={!isRenewed} key={method.auth_type} method={method} />
        {asked.map(fieldOf)}
        {kept.length === 0 ? null : (
          <Details
            attempt={refusals}
            isOpened={isKeptChanged || kept.some(({ name }) => problems[name] !== undefined)}
            summary={
              <>
                {isKeptChanged ? "" : `${texts.reconnect.kept} `}
                <Said>{kept.map(({ title }) => title).join(", ")}</Said>
              </>
            }
            title={asked.length === 0 ? texts.reconnect.stored : texts.reconnect.rest}
          >
            <div className={styles["fields"]}>{kept.map(fieldOf)}</div>
          </Details>
        )}
        <DataTypes dispatch={dispatch} state={state} />
        {trouble === null ? null : <TroubleNotice isKept trouble={trouble} />}
        <Button isBusy={request !== null} isOff={isOff} isWide type="submit">
          {request === null ? ready : busy}
        </Button>
        <p className={layout["visuallyHidden"]} role="status">
          {request === null ? "" : busy}
        </p>
      </form>
    </div>
  )
}
