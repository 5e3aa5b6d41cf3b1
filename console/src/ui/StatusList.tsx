import type { ReactNode } from "react"
import { Spinner } from "./Button.js"
import { Icon } from "./Icon.js"
import styles from "./StatusList.module.css"

const icons = { good: "check", warn: "warning", bad: "warning", idle: "wait" } as const

/** How something stands: well, partly, badly, not begun, or on its way. */
export type Tone = keyof typeof icons | "busy"

/** A list of things that each stand somewhere. */
export const StatusList = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <ul aria-label={label} className={styles["list"]}>
    {children}
  </ul>
)

/** One thing, how it stands, and what there is to say of it. */
export const StatusRow = ({
  children,
  name,
  tone
}: {
  readonly tone: Tone
  readonly name: string
  readonly children: ReactNode
}) => (
  <li className={styles["row"]}>
    <span className={`${styles["mark"]} ${styles[tone]}`}>
      {tone === "busy" ? <Spinner /> : <Icon name={icons[tone]} />}
    </span>
    <span className={styles["name"]}>{name}</span>
    <div className={styles["text"]}>{children}</div>
  </li>
)
