import type { Event, State } from "./Flow.js"

/** What every screen gets: what there is to show, and how to say what the customer does. */
export interface ScreenProps {
  /** Everything that the page knows. */
  readonly state: State
  /** Says what has happened. */
  readonly dispatch: (event: Event) => void
}
