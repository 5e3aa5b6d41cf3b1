import { Connect, type ConnectProps } from "../src/react.js"

/** Type tests of the component: `tsc` checks them and nothing runs them; a type that degrades to `any` fails. */

const url = "https://api.example.com/connect/id#token"

export const all = (
  <Connect
    url={url}
    title="Connect a tool to Acme"
    className="tools"
    onReady={() => {}}
    onDone={({ connectionId, status }) => {
      const id: string = connectionId
      const known: "connected" | "pending" = status
      return void [id, known]
    }}
    onClose={() => {}}
    onError={({ message }) => console.log(message.length)}
  />
)

export const least = <Connect url={url} />

export const optional: ConnectProps = { url, onDone: undefined, className: undefined }

// @ts-expect-error a page needs its link
export const nothing = <Connect />

// @ts-expect-error the link is a text
export const parsed = <Connect url={new URL(url)} />

// @ts-expect-error a message has no token
export const wrong = <Connect url={url} onDone={({ token }) => token} />

// @ts-expect-error the component has no children
export const full = <Connect url={url}>text</Connect>
