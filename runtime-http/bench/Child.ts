import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A child process of the benchmark. */
export interface Child<Ready, Answer> {
  /** The message that it sent when it was ready. */
  readonly ready: Ready
  readonly ask: () => Promise<Answer>
  readonly stop: () => Promise<void>
}

const message = (child: ChildProcess, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`${name} ended with code ${code}.`))
    child.once("exit", gone)
    child.once("message", (answer) => {
      child.off("exit", gone)
      resolve(answer)
    })
  })

/** Starts a built file of the benchmark and waits until it is ready. */
export const start = async <Ready, Answer>(
  name: string,
  env: Readonly<Record<string, string>>
): Promise<Child<Ready, Answer>> => {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  const child = fork(file, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const ready = (await message(child, name)) as Ready
  return {
    ready,
    ask: async () => {
      const answer = message(child, name)
      child.send("ask")
      return (await answer) as Answer
    },
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    }
  }
}

/** Tells the parent that this process is ready, and answers each of its questions. */
export const serve = <Ready, Answer>(ready: Ready, answer: () => Answer | Promise<Answer>): void => {
  process.on("message", async () => process.send?.(await answer()))
  process.send?.(ready)
}

/** Processor time that this process has used, in microseconds. */
export const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}
