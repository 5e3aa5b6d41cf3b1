import type { ChildProcess } from "node:child_process"
import * as Child from "../../../runtime-http/test/Child.js"
import type { Message } from "./Answers.js"

/** A program in a process of its own that answers questions. */
export interface Asked<Ready, Question, Answer> {
  readonly pid: number
  /** The message that it sent when it was ready. */
  readonly ready: Ready
  readonly ask: (question: Question) => Promise<Answer>
  readonly stop: () => Promise<void>
}

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

/** Starts a bundle and waits until it is ready. It must answer one question after another. What it prints costs it nothing. */
export const start = async <Ready, Question, Answer>(
  file: string,
  env: Readonly<Record<string, string>>
): Promise<Asked<Ready, Question, Answer>> => {
  const { pid, process, release: stop } = Child.spawn(file, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] })
  try {
    const ready = (await received(process, file)) as Ready
    return {
      pid,
      ready,
      ask: async (question) => {
        const answer = received(process, file)
        process.send({ question })
        return (await answer) as Answer
      },
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}
