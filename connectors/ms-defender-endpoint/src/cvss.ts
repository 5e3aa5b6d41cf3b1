/** The metrics of a CVSS vector that are temporal: https://www.first.org/cvss/v3.1/specification-document */
const TEMPORAL = /^(?:E|RL|RC):/

/** The version of a CVSS vector, and its base and temporal metrics as vectors of their own. */
export const cvssOf = (vector: string | null | undefined) => {
  const [version = "", ...metrics] = (vector ?? "").split("/")
  const of = (isTemporal: boolean): string | null => {
    const some = metrics.filter((metric) => TEMPORAL.test(metric) === isTemporal)
    return version.startsWith("CVSS:") && some.length > 0 ? [version, ...some].join("/") : null
  }
  return { version: /^CVSS:([\d.]+)$/.exec(version)?.[1] ?? null, base: of(false), temporal: of(true) }
}
