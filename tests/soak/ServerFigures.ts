import type { ChildProcess } from "node:child_process"
import type { Delays } from "./Delays.js"
import type { Kept } from "./Memory.js"

/** What the server says of itself, by the question. */
export interface Answers {
  /** What delayed it since this was last asked. */
  readonly delays: Delays
  /** What it keeps after a collection. */
  readonly kept: Kept
}

/** A question to the server; it answers them in their order. */
export type Question = keyof Answers

/** Asks the server; resolves with its answer. */
export const ask = <Name extends Question>(server: ChildProcess, question: Name): Promise<Answers[Name]> =>
  new Promise((resolve, reject) => {
    server.once("message", (message) => resolve(message as Answers[Name]))
    server.send(question, (error) => {
      if (error !== null) reject(error)
    })
  })
