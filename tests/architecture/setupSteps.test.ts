import { describe, expect, it } from "vitest"
import { connectors } from "../../examples/server/src/connectors.js"

/** Longer ones are several steps. */
const LONGEST = 400

/** Emphasis, code, headings, links and line breaks: a page shows a step as it is. */
const MARKDOWN = /\*|`|^\s*(?:#|-|\d+\.)\s|\]\(|[\r\n]/

describe("The steps to credentials", () => {
  it.each(connectors.map((connector) => [connector.vendor, connector.setupSteps ?? []] as const))(
    "%s names at least two, each short and in plain text",
    (_, steps) => {
      expect(steps.length).toBeGreaterThan(1)
      expect(steps.filter((step) => step.length > LONGEST || MARKDOWN.test(step))).toEqual([])
    }
  )
})
