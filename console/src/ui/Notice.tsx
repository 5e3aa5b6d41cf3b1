import type { ReactNode } from "react"
import { Icon } from "./Icon.js"
import styles from "./Notice.module.css"

const icons = { bad: "warning", warn: "warning", good: "check" } as const

/** A box that says what is wrong, or is well. One that appears while the customer waits is read out at once. */
export const Notice = ({
  children,
  isUrgent = false,
  title,
  tone
}: {
  readonly tone: keyof typeof icons
  readonly title: ReactNode
  readonly isUrgent?: boolean
  readonly children?: ReactNode
}) => (
  <div className={`${styles["notice"]} ${styles[tone]}`} {...(isUrgent ? { role: "alert" } : {})}>
    <Icon name={icons[tone]} />
    <div className={styles["body"]}>
      <p className={styles["title"]}>{title}</p>
      {children}
    </div>
  </div>
)
