import ts from "typescript"
import { describe, expect, it } from "vitest"
import { mistakes, PRELUDE } from "./AuthorsMistakes.js"
import * as DocComments from "./DocComments.js"

/** A message with more characters is not read. */
const MOST_CHARACTERS = 600

const MARK = "// <-"

/** A pattern for a text that begins with another one. */
const startOf = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`)

const fileOf = (index: number): string => `${DocComments.root}core/test/mistake${index}.ts`

const sources = new Map(mistakes.map(({ code }, index) => [fileOf(index), `${PRELUDE}${code}\n`]))

/** A program with one file for each mistake. */
const programOf = (): ts.Program => {
  // Not every mistake uses all of the prelude.
  const options = { ...DocComments.compilerOptions(), noUnusedLocals: false }
  const host = ts.createCompilerHost(options)
  return ts.createProgram([...sources.keys()], options, {
    ...host,
    fileExists: (path) => sources.has(path) || host.fileExists(path),
    getSourceFile: (path, language, ...more) => {
      const text = sources.get(path)
      return text === undefined
        ? host.getSourceFile(path, language, ...more)
        : ts.createSourceFile(path, text, language)
    }
  })
}

describe("what the compiler says to an author who", () => {
  const program = programOf()

  it.each(mistakes.map((mistake, index) => [mistake.name, mistake, fileOf(index)] as const))(
    "%s: one short error that names the field, at its line",
    (_, { most = MOST_CHARACTERS, says }, path) => {
      const file = program.getSourceFile(path)
      if (file === undefined) throw new Error(`${path} is not in the program`)
      const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      const lines = file.text.split("\n")
      const shown = errors.map(({ messageText, start = 0 }) => ({
        line: lines[file.getLineAndCharacterOfPosition(start).line],
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
