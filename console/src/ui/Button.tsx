import type { ReactNode } from "react"
import styles from "./Button.module.css"
import { Icon } from "./Icon.js"

/** How a button looks: the one that goes on, or another one. */
export type Look = "primary" | "quiet"

const classesOf = (look: Look, isWide: boolean, isOff = false): string =>
  [styles["button"], styles[look], ...(isWide ? [styles["wide"]] : []), ...(isOff ? [styles["off"]] : [])].join(" ")

/** A ring that turns while something is awaited; a text beside it says what. */
export const Spinner = ({ className = "" }: { readonly className?: string }) => (
  <span aria-hidden="true" className={`${styles["spinner"]} ${className}`} />
)

/** What a button is. */
export interface ButtonProps {
  /** Its text. */
  readonly children: ReactNode
  /** The one that goes on, unless it says otherwise. */
  readonly look?: Look
  /** Whether it is as wide as its surroundings. */
  readonly isWide?: boolean
  /** Whether what it did is on its way. It keeps the focus, and does nothing. */
  readonly isBusy?: boolean
  /** Whether it does nothing for now. */
  readonly isOff?: boolean
  /** Whether it sends its form. */
  readonly type?: "button" | "submit"
  /** What it does. */
  readonly onClick?: () => void
}

/** A button. */
export const Button = ({
  children,
  isBusy = false,
  isOff = false,
  isWide = false,
  look = "primary",
  onClick,
  type = "button"
}: ButtonProps) => (
  <button
    // A button that is disabled would lose the focus, and with it the place on the page.
    aria-disabled={isBusy || isOff}
    className={classesOf(look, isWide, isOff)}
    onClick={(event) => {
      if (isBusy || isOff) event.preventDefault()
      else onClick?.()
    }}
    type={type}
  >
    {isBusy ? <Spinner /> : null}
    {/* One part, also if it is a sentence with a name. */}
    <span>{children}</span>
  </button>
)

/** A link that looks like a button. */
export const ButtonLink = ({
  children,
  href,
  isNew = false,
  isWide = false,
  look = "primary"
}: {
  readonly children: ReactNode
  readonly href: string
  /** Whether it opens a window of its own. */
  readonly isNew?: boolean
  readonly isWide?: boolean
  readonly look?: Look
}) => (
  <a
    className={classesOf(look, isWide)}
    href={href}
    {...(isNew ? { target: "_blank", rel: "noopener noreferrer" } : { rel: "noreferrer" })}
  >
    <span>{children}</span>
  </a>
)

/** A button that leads to the screen before. */
export const BackButton = ({ children, onClick }: { readonly children: ReactNode; readonly onClick: () => void }) => (
  <button className={styles["back"]} onClick={onClick} type="button">
    <Icon name="back" />
    {children}
  </button>
)
