/** One line of a scrape. */
export interface Line {
  /** The name, such as `tributary_ready` or `tributary_job_duration_seconds_bucket`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** The name with its labels, as it was printed. */
  readonly series: string
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character))

const valueOf = (text: string): number => Number(text.replace("+Inf", "Infinity").replace("-Inf", "-Infinity"))

/** Reads the text format of Prometheus; throws at a line that it does not permit. */
export const parse = (text: string): ReadonlyArray<Line> =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = "", value = ""] = LINE.exec(line) ?? []
      if (name === "") throw new Error(`This is no line of the text format: ${line}`)
      return {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(LABEL)].map(([, key = "", text = ""]) => [key, unescaped(text)])
        ),
        value: valueOf(value),
        series: line.slice(0, line.lastIndexOf(" "))
      }
    })

/** The metrics of a process, as it prints them. */
export const textAt = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) })
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}: ${await response.text()}`)
  return response.text()
}

/** The metrics of a process. */
export const at = async (port: number): Promise<ReadonlyArray<Line>> => parse(await textAt(port))

/** The sum of the series of this name with these labels; null if there is none. */
export const sumOf = (
  lines: ReadonlyArray<Line>,
  name: string,
  labels: Readonly<Record<string, string>> = {}
): number | null => {
  const found = lines.filter(
    (line) => line.name === name && Object.entries(labels).every(([key, value]) => line.labels[key] === value)
  )
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}
