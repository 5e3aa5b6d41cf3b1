import { type ReactNode, useEffect, useRef } from "react"
import styles from "./Layout.module.css"

/** The heading of a screen. It gets the focus when the screen appears, so that a screen reader begins there. */
export const Heading = ({ children }: { readonly children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Within a page of the product, the focus may be elsewhere, and then stays there.
    if (document.hasFocus()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 className={styles["heading"]} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
