import { behaviour } from "./Endpoints.js"
import type { Line } from "./Line.js"
import { resources } from "./Resources.js"
import { rules } from "./Rules.js"

export { decisions } from "./Decisions.js"

/** Every line of parts 2 to 8 of the interface document, with the tests that prove it. */
export const contract: ReadonlyArray<Line> = [...resources, ...behaviour, ...rules]
