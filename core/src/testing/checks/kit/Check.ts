/** One promise that a connector must keep. */
export interface Check {
  /** What the connector must do; begins with the list's endpoint if the promise is about one list. */
  readonly name: string
  /** Throws a `ConformanceError` when the connector breaks the promise. */
  readonly run: () => Promise<void>
  /** The name of a failed check without which this one says nothing; null when this one can run. */
  readonly waitsFor?: () => Promise<string | null>
}
