import ts from "typescript"
import * as DocComments from "./DocComments.js"

/** A program of snippets that are in no file, each of which has a path in `core/test`. */
export const make = (snippets: ReadonlyMap<string, string>): ts.Program => {
  // Not every snippet uses all that it may.
  const options = { ...DocComments.compilerOptions(), noUnusedLocals: false }
  const host = ts.createCompilerHost(options)
  return ts.createProgram([...snippets.keys()], options, {
    ...host,
    fileExists: (path) => snippets.has(path) || host.fileExists(path),
    getSourceFile: (path, language, ...more) => {
      const text = snippets.get(path)
      return text === undefined
        ? host.getSourceFile(path, language, ...more)
        : ts.createSourceFile(path, text, language)
    }
  })
}

/** The path of a snippet. */
export const pathOf = (name: string): string => `${DocComments.root}core/test/${name}.ts`

/** What the compiler says about a snippet. */
export const errorsOf = (program: ts.Program, path: string): ReadonlyArray<ts.Diagnostic> => {
  const file = program.getSourceFile(path)
  if (file === undefined) throw new Error(`${path} is not in the program`)
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
}
