import { type ChildProcess, fork } from "node:child_process"

/** A program of the benchmark in a process of its own. */
export interface Child<Ready, Question, Answer> {
  readonly pid: number
  /** The message that it sent when it was ready. */
  readonly ready: Ready
  readonly ask: (question: Question) => Promise<Answer>
  readonly stop: () => Promise<void>
}

/** What a child sends: an answer, or why there is none. */
type Message = { readonly answer: unknown } | { readonly failure: string }

const received = (child: ChildProcess, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null, signal: string | null) =>
      reject(new Error(`${name} ended with ${code ?? signal}.`))
    child.once("exit", gone)
    child.once("message", (message: Message) => {
      child.off("exit", gone)
      if ("failure" in message) reject(new Error(`${name}: ${message.failure}`))
      else resolve(message.answer)
    })
  })

/** The environment without settings of the runtime, which a shell may have: what is not given has its default. */
const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TRIBUTARY_")))

/** Starts a bundle and waits until it is ready. It must answer one question after another. */
export const start = async <Ready, Question, Answer>(
  file: string,
  env: Readonly<Record<string, string>>
): Promise<Child<Ready, Question, Answer>> => {
  const name = file.split("/").at(-1) ?? file
  const child = fork(file, { env: { ...withoutSettings(), ...env }, stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL")
    await ended
  }
  try {
    const ready = (await received(child, name)) as Ready
    return {
      pid: child.pid ?? 0,
      ready,
      ask: async (question) => {
        const answer = received(child, name)
        child.send({ question })
        return (await answer) as Answer
      },
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** In a child: tells the parent that this process is ready, and answers each of its questions. */
export const serve = <Ready, Question, Answer>(
  ready: Ready,
  answer: (question: Question) => Answer | Promise<Answer>
): void => {
  const send = (message: Message) => void process.send?.(message)
  process.on("message", async ({ question }: { readonly question: Question }) => {
    try {
      send({ answer: await answer(question) })
    } catch (error) {
      send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  send({ answer: ready })
}

/** Processor time that this process has used, in microseconds. */
export const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}
