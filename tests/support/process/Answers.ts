/** What a program sends to the process that asks it: an answer, or why there is none. */
export type Message = { readonly answer: unknown } | { readonly failure: string }

/** Tells the process that started this one that it is ready, and answers each of its questions. */
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
