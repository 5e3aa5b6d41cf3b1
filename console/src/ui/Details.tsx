import { type ReactNode, useLayoutEffect, useRef } from "react"
import styles from "./Details.module.css"
import { Icon } from "./Icon.js"

/** A part of a screen that the customer opens and closes. */
export const Details = ({
  children,
  isOpened,
  summary = "",
  title
}: {
  readonly title: string
  /** What is in it, in a few words, as long as it is closed. */
  readonly summary?: string
  /** Opens it, at first or later; only the customer closes it. */
  readonly isOpened: boolean
  readonly children: ReactNode
}) => {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isOpened && details.current !== null) details.current.open = true
  }, [isOpened])
  return (
    <details className={styles["details"]} ref={details}>
      <summary className={styles["title"]}>
        <Icon name="chevron" />
        <span>{title}</span>
        {summary === "" ? null : <span className={styles["summary"]}>{summary}</span>}
      </summary>
      <div className={styles["inside"]}>{children}</div>
    </details>
  )
}
