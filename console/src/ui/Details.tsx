import { type ReactNode, useLayoutEffect, useRef } from "react"
import styles from "./Details.module.css"
import { Icon } from "./Icon.js"

/** A part of a screen that the customer opens and closes. */
export const Details = ({
  children,
  attempt = 0,
  isOpened,
  summary = null,
  title
}: {
  readonly title: string
  /** What is in it, in a few words, as long as it is closed. */
  readonly summary?: ReactNode
  /** Opens it, at first or later; only the customer closes it. */
  readonly isOpened: boolean
  /** With another number, it opens again if the customer has closed it. An effect depends on it for that alone. */
  readonly attempt?: number
  readonly children: ReactNode
}) => {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isOpened && details.current !== null) details.current.open = true
  }, [attempt, isOpened])
  return (
    <details className={styles["details"]} ref={details}>
      <summary className={styles["title"]}>
        <Icon name="chevron" />
        <span>{title}</span>
        {summary === null ? null : <span className={styles["summary"]}>{summary}</span>}
      </summary>
      <div className={styles["inside"]}>{children}</div>
    </details>
  )
}
