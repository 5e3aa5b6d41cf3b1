import { Context } from "effect"

/** Who waits for the work: a job, or a person (`interactive`), whose requests may use the reserve of a rate limit and wait for seconds only. */
export class Urgency extends Context.Reference<Urgency>()("@tributary/core/RateBudget/Urgency", {
  defaultValue: (): "background" | "interactive" => "background"
}) {}
