import { type ReactNode, useEffect, useRef } from "react"
import { useTexts } from "../texts/Texts.js"
import { Icon } from "./Icon.js"
import styles from "./Layout.module.css"
import { Named } from "./Named.js"

/** Whose page it is, and where it is shown. */
export interface LayoutProps {
  /** The name of the product; null for none. */
  readonly product: string | null
  /** The address of the product's logo; null for none. */
  readonly logo: string | null
  /** The customer's organization; null until it is known. */
  readonly organization: string | null
  /** Whether the page is within one of the product. */
  readonly isFramed: boolean
  /** Closes the page within the product's; it is not offered elsewhere. */
  readonly onClose: () => void
  /** Says how tall the content is, each time that it changes. */
  readonly onHeight: (height: number) => void
  /** The screen. */
  readonly children: ReactNode
}

/** The frame of all screens. */
export const Layout = ({ children, isFramed, logo, onClose, onHeight, organization, product }: LayoutProps) => {
  const texts = useTexts()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = page.current
    if (element === null || !isFramed) return
    const observer = new ResizeObserver(() => onHeight(Math.ceil(element.getBoundingClientRect().height)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isFramed, onHeight])
  return (
    <div className={`${styles["page"]} ${isFramed ? styles["framed"] : ""}`} ref={page}>
      <div className={styles["card"]}>
        <header className={styles["header"]}>
          {logo === null ? null : <img alt="" className={styles["logo"]} height="32" src={logo} width="32" />}
          <div className={styles["names"]}>
            <p className={styles["product"]} dir="auto">
              {product ?? texts.title(null)}
            </p>
            {organization === null ? null : (
              <p className={styles["organization"]}>
                <Named name={organization} text={texts.forOrganization} />
              </p>
            )}
          </div>
          {isFramed ? (
            <button aria-label={texts.close} className={styles["close"]} onClick={onClose} type="button">
              <Icon name="close" />
            </button>
          ) : null}
        </header>
        <main className={styles["main"]}>{children}</main>
      </div>
    </div>
  )
}
