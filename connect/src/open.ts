import type { ConnectOptions } from "./ConnectOptions.js"
import * as Frame from "./Frame.js"

/** A link, and how the dialog speaks that shows it. */
export interface OpenOptions extends ConnectOptions {
  /** The name of the button that closes the dialog before the page is shown; "Close" by default. */
  readonly closeLabel?: string | undefined
}

type Style = Partial<CSSStyleDeclaration>

/** The dialog leaves some of the product's page to be seen. Its top stays where it is when its page becomes higher or lower. */
const TOP = "max(2rem, 8dvh)"
const HEIGHT = `calc(100dvh - ${TOP} - 2rem)`

// The shadow darkens the page behind, because a style of `::backdrop` would need a style sheet, which the product's policy may forbid.
const DIALOG: Style = {
  background: "Canvas",
  border: "1px solid rgb(128 128 128 / 0.35)",
  borderRadius: "12px",
  boxSizing: "border-box",
  boxShadow: "0 24px 64px rgb(0 0 0 / 0.3), 0 0 0 100vmax rgb(0 0 0 / 0.45)",
  color: "CanvasText",
  margin: `${TOP} auto auto`,
  maxHeight: HEIGHT,
  maxWidth: "none",
  overflow: "hidden",
  padding: "0",
  width: "min(35rem, calc(100vw - 2rem))"
}
const BUTTON: Style = {
  background: "none",
  border: "0",
  color: "inherit",
  cursor: "pointer",
  font: "24px/1 system-ui, sans-serif",
  height: "44px",
  position: "absolute",
  right: "8px",
  top: "8px",
  width: "44px"
}

const styled = <Name extends keyof HTMLElementTagNameMap>(name: Name, style: Style): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  Object.assign(element.style, style)
  return element
}

/** Closes the dialog while its page is not shown; the page then has a button of its own. */
const buttonOf = (label: string, close: () => void): HTMLButtonElement => {
  const button = styled("button", BUTTON)
  button.type = "button"
  button.setAttribute("aria-label", label)
  button.textContent = "\u00d7"
  button.addEventListener("click", close)
  return button
}

/**
 * Shows the page of a link in a dialog over your page, which Escape and the close button of the page close. Throws a TypeError if `url` is no link
 * of a connect session.
 */
export const open = (options: OpenOptions): { readonly close: () => void } => {
  const dialog = styled("dialog", DIALOG)
  const close = () => dialog.close()
  const button = buttonOf(options.closeLabel ?? "Close", close)
  const onReady = () => {
    button.remove()
    element.focus()
    options.onReady?.()
  }
  const { element, leave, remove } = Frame.make(() => ({ ...options, onReady, onClose: close }))
  element.style.maxHeight = `calc(${HEIGHT} - 2px)`
  dialog.setAttribute("aria-label", element.title)
  // The button comes first, so that it has the focus until the page is shown: Escape in a frame is the frame's own.
  dialog.append(button, element)
  let isByProduct = false
  dialog.addEventListener("close", () => {
    dialog.remove()
    if (isByProduct) return remove()
    // Escape outside of the frame and the Back of a telephone close the dialog without asking its page.
    leave()
    options.onClose?.()
  })
  document.body.append(dialog)
  dialog.showModal()
  return {
    close: () => {
      isByProduct = true
      close()
    }
  }
}
