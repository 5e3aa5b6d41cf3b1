import type { ConnectOptions } from "./ConnectOptions.js"
import * as Frame from "./Frame.js"

/** A link, and how the dialog speaks that shows it. */
export interface OpenOptions extends ConnectOptions {
  /** What the button says that closes the dialog; "Close" by default. */
  readonly closeLabel?: string | undefined
}

type Style = Partial<CSSStyleDeclaration>

/** The greatest size of the dialog, which leaves some of the product's page to be seen. */
const WIDTH = "min(34rem, calc(100vw - 2rem))"
const HEIGHT = "calc(100dvh - 4rem)"

// The shadow darkens the page behind, because a style of `::backdrop` would need a style sheet, which the product's policy may forbid.
const DIALOG: Style = {
  background: "Canvas",
  border: "0",
  borderRadius: "12px",
  boxShadow: "0 24px 64px rgb(0 0 0 / 0.3), 0 0 0 100vmax rgb(0 0 0 / 0.45)",
  boxSizing: "border-box",
  color: "CanvasText",
  maxHeight: HEIGHT,
  maxWidth: "none",
  overscrollBehavior: "contain",
  padding: "0",
  width: WIDTH
}
const BAR: Style = { background: "Canvas", display: "flex", justifyContent: "flex-end", position: "sticky", top: "0" }
const BUTTON: Style = {
  background: "none",
  border: "0",
  borderRadius: "8px",
  color: "inherit",
  cursor: "pointer",
  font: "24px/1 system-ui, sans-serif",
  height: "44px",
  margin: "4px",
  width: "44px"
}

const styled = <Name extends keyof HTMLElementTagNameMap>(name: Name, style: Style): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  Object.assign(element.style, style)
  return element
}

const barOf = (label: string, close: () => void): HTMLElement => {
  const bar = styled("div", BAR)
  const button = styled("button", BUTTON)
  button.type = "button"
  button.setAttribute("aria-label", label)
  button.textContent = "\u00d7"
  button.addEventListener("click", close)
  bar.append(button)
  return bar
}

/**
 * Shows the page of a link in a dialog over your page, which Escape, its button and the page itself close. Throws a TypeError if `url` is no
 * link of a connect session.
 */
export const open = (options: OpenOptions): { readonly close: () => void } => {
  const dialog = styled("dialog", DIALOG)
  const close = () => dialog.close()
  const { element, remove } = Frame.make(() => ({ ...options, onClose: close }))
  dialog.setAttribute("aria-label", element.title)
  dialog.append(barOf(options.closeLabel ?? "Close", close), element)
  let isByProduct = false
  dialog.addEventListener("close", () => {
    remove()
    dialog.remove()
    if (!isByProduct) options.onClose?.()
  })
  document.body.append(dialog)
  dialog.showModal()
  element.focus()
  return {
    close: () => {
      isByProduct = true
      close()
    }
  }
}
