const INDENT = "      "

const wrapLine = (line: string, columns: number): string => {
  if (line.length <= columns) return line
  const lines: Array<string> = []
  let current = ""
  for (const word of line.split(/(?<=[,:]) /)) {
    const longer = current === "" ? word : `${current} ${word}`
    if (longer.length <= columns || current.trim() === "") {
      current = longer
      continue
    }
    lines.push(current)
    current = `${INDENT}${word}`
  }
  return [...lines, current].join("\n")
}

/** The text with long lines broken after commas and colons; what follows a break is indented. */
export const wrap = (text: string, columns: number): string =>
  text
    .split("\n")
    .map((line) => wrapLine(line, columns))
    .join("\n")
