import type { Event, State } from "./Flow.js"

/** What every screen gets: what there is to show, and how to say what the customer does. */
export interface ScreenProps {
  readonly state: State
  readonly dispatch: (event: Event) => void
}
