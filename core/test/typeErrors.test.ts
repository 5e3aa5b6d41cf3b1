import ts from "typescript"
import { describe, expect, it } from "vitest"
import { mistakes, PRELUDE } from "./AuthorsMistakes.js"
import * as SnippetProgram from "./SnippetProgram.js"

/** A message with more characters is not read. */
const MOST_CHARACTERS = 600

const MARK = "// <-"

/** A pattern for a text that begins with another one. */
const startOf = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`)

const paths = mistakes.map((_, index) => SnippetProgram.pathOf(`mistake${index}`))

describe("what the compiler says to an author who", () => {
  const program = SnippetProgram.make(
    new Map(mistakes.map(({ code }, index) => [paths[index] ?? "", `${PRELUDE}${code}\n`]))
  )

  it.each(mistakes.map((mistake, index) => [mistake.name, mistake, paths[index] ?? ""] as const))(
    "%s: one short error that names the field, at its line",
    (_, { most = MOST_CHARACTERS, says }, path) => {
      const shown = SnippetProgram.errorsOf(program, path).map(({ file, messageText, start = 0 }) => ({
        line: file?.text.split("\n")[file.getLineAndCharacterOfPosition(start).line],
        message: ts.flattenDiagnosticMessageText(messageText, "\n")
      }))
      expect(shown.map(({ message }) => message.split("\n").at(-1)?.trim())).toEqual([
        expect.stringMatching(startOf(says))
      ])
      expect(shown[0]?.line).toContain(MARK)
      expect(shown[0]?.message.length).toBeLessThanOrEqual(most)
    }
  )
})
