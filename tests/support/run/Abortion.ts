/** Rejects when somebody stops the run, or when something in this process fails that nobody waits for. */
export const abortion = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener("abort", () => reject(signal.reason))
  })
