import { Component, type ReactNode, StrictMode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { Connect, type ConnectProps } from "../src/react.js"

/** Shows an error of what it contains. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render() {
    return this.state.message === null ? this.props.children : <p role="alert">{this.state.message}</p>
  }
}

const root = createRoot(document.body.appendChild(document.createElement("main")))

/** Renders the component in strict mode, or nothing, with all effects. */
export const render = (props: ConnectProps | null): void =>
  flushSync(() =>
    root.render(
      <StrictMode>
        <Boundary>{props === null ? null : <Connect {...props} />}</Boundary>
      </StrictMode>
    )
  )
