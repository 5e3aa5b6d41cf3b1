import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"
import type { CredentialParam } from "../api/schemas.generated.js"
import { useTexts } from "../texts/Texts.js"
import styles from "./Field.module.css"
import { Icon } from "./Icon.js"
import { Said } from "./Said.js"
import { webAddressOf } from "./WebAddress.js"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The text of what is wrong with a field. */
export const Problem = ({ id, text }: { readonly id: string; readonly text: ReactNode }) => (
  <p className={styles["problem"]} id={id}>
    <Icon name="warning" />
    <span>{text}</span>
  </p>
)

/** What a field shows. */
export interface FieldProps {
  /** What the connector says of it. */
  readonly param: CredentialParam
  /** What was entered. */
  readonly value: string
  /** What is wrong with the value; null if nothing is. */
  readonly problem: ReactNode | null
  /** Whether an empty field keeps a stored value. */
  readonly isKept: boolean
  /** Whether the vendor has refused the stored value. */
  readonly isRefused: boolean
  /** Says what is entered now. */
  readonly onChange: (value: string) => void
}

/** A field of a form, with all that a connector says of it. */
export const Field = ({ isKept, isRefused, onChange, param, problem, value }: FieldProps) => {
  const { choices, example, help, input, is_required, is_secret, name, title, url } = param
  const texts = useTexts()
  const id = useId()
  const control = useRef<Control>(null)
  const [isShown, setShown] = useState(false)

  // The value is a property of the element, and never an attribute of the document: it may be a secret.
  useLayoutEffect(() => {
    if (control.current !== null && control.current.value !== value) control.current.value = value
  }, [value])

  const where = webAddressOf(url)
  const isHidden = is_secret && !isShown
  const shared = {
    id,
    name,
    "aria-describedby": problem === null ? `${id}-help` : `${id}-problem ${id}-help`,
    "aria-invalid": problem !== null,
    "aria-required": is_required && !isKept,
    autoCapitalize: "none",
    autoComplete: "off",
    autoCorrect: "off",
    spellCheck: false,
    onChange: ({ target }: { readonly target: Control }) => onChange(target.value)
  }
  const refer = (element: Control | null) => {
    control.current = element
  }
  const shown = example === null ? undefined : texts.form.example(example)
  const stored = isRefused ? texts.form.refused : texts.form.stored
  const placeholder = isKept && is_secret ? stored : shown
  const classes = (isText: boolean) =>
    [
      styles["input"],
      ...(is_secret && isText ? [styles["withButton"]] : []),
      ...(isHidden ? [styles["hidden"]] : [])
    ].join(" ")
  const controls = {
    CHOICE: () => (
      <select {...shared} className={styles["input"]} ref={refer}>
        <option value="">{texts.form.choose}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    ),
    MULTILINE_TEXT: () => (
      <textarea {...shared} className={classes(true)} placeholder={placeholder} ref={refer} rows={5} />
    ),
    TEXT: () => (
      <input
        {...shared}
        className={classes(true)}
        placeholder={placeholder}
        ref={refer}
        type={isHidden ? "password" : "text"}
      />
    ),
    URL: () => (
      <input {...shared} className={classes(true)} inputMode="url" placeholder={placeholder} ref={refer} type="text" />
    )
  }
  return (
    <div className={styles["field"]}>
      <div className={styles["top"]}>
        <label className={styles["label"]} htmlFor={id}>
          <Said>{title}</Said>
          {is_required ? null : <span className={styles["optional"]}> ({texts.form.optional})</span>}
        </label>
        {where === null ? null : (
          <a className={styles["where"]} href={where} rel="noopener noreferrer" target="_blank">
            {texts.form.where}
          </a>
        )}
      </div>
      <div className={styles["control"]}>
        {controls[input]()}
        {input === "CHOICE" ? <Icon className={styles["arrow"]} name="chevron" /> : null}
        {is_secret && input !== "CHOICE" && value !== "" ? (
          <button
            aria-label={isShown ? texts.form.hideField(title) : texts.form.showField(title)}
            className={styles["reveal"]}
            onClick={() => setShown(!isShown)}
            type="button"
          >
            {isShown ? texts.form.hide : texts.form.show}
          </button>
        ) : null}
      </div>
      {problem === null ? null : <Problem id={`${id}-problem`} text={problem} />}
      <p className={styles["help"]} id={`${id}-help`}>
        <Said>{help}</Said>
        {isKept && is_secret && !isRefused ? ` ${texts.form.kept}` : ""}
      </p>
    </div>
  )
}
