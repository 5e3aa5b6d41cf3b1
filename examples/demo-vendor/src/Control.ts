import type { IncomingMessage } from "node:http"
import { type Change, STEP_NAMES, type StepName } from "./Change.js"
import type { Reply } from "./Reply.js"

/** Prefix of the paths that control the demo. They need no token, because the server listens on 127.0.0.1 only. */
export const CONTROL_PREFIX = "/__demo/"

/** The operations behind the control paths. */
export interface Control {
  readonly fail: (fault: unknown) => void
  readonly clear: () => void
  readonly advance: (steps: number, kind?: StepName) => ReadonlyArray<Change>
  readonly journal: () => unknown
  readonly revoke: () => string
}

const MAX_BODY = 64 * 1024
const MAX_STEPS = 1000

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk
    if (text.length > MAX_BODY) throw new TypeError("the body is too long")
  }
  if (text.trim() === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError("the body is not valid JSON")
  }
}

const isStepName = (kind: unknown): kind is StepName => STEP_NAMES.some((name) => name === kind)

/** How many changes a body asks for, and of which kind; without a kind, all kinds rotate. */
const stepsFrom = (body: unknown): readonly [steps: number, kind?: StepName] => {
  if (body === undefined) return [1]
  const { steps = 1, kind } =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>) : { steps: 0 }
  if (typeof steps !== "number" || !Number.isInteger(steps) || steps < 1 || steps > MAX_STEPS)
    throw new TypeError(`the body must be empty or like {"steps": n, "kind": "deletion"} with n from 1 to ${MAX_STEPS}`)
  if (kind === undefined) return [steps]
  if (isStepName(kind)) return [steps, kind]
  throw new TypeError(`kind must be one of ${STEP_NAMES.join(", ")}`)
}

type Action = (control: Control, body: unknown) => unknown

const ACTIONS: Readonly<Record<string, Action>> = {
  "POST /__demo/fail": (control, body) => {
    control.fail(body)
    return { armed: body }
  },
  "DELETE /__demo/fail": (control) => {
    control.clear()
    return { armed: null }
  },
  "POST /__demo/advance": (control, body) => ({ changes: control.advance(...stepsFrom(body)) }),
  "GET /__demo/journal": (control) => control.journal(),
  "POST /__demo/revoke": (control) => ({ token: control.revoke() })
}

/** Answers a control request: 404 for an unknown path, 400 with a message for an invalid body. */
export const answerControl = async (request: IncomingMessage, url: URL, control: Control): Promise<Reply> => {
  const action = ACTIONS[`${request.method} ${url.pathname}`]
  if (action === undefined)
    return { status: 404, body: { error: `unknown operation; known: ${Object.keys(ACTIONS).join(", ")}` } }
  try {
    return { status: 200, body: action(control, await readJson(request)) }
  } catch (error) {
    if (error instanceof TypeError) return { status: 400, body: { error: error.message } }
    throw error
  }
}
