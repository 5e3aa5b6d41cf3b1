const DAY_MILLIS = 86_400_000

/** Another value of the same type, for an instant a day later; null if the kit knows none. */
export const of = (value: unknown): unknown => {
  if (typeof value === "string") {
    const instant = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
    return Number.isNaN(instant) ? `changed-${value}-changed` : new Date(instant + DAY_MILLIS).toISOString()
  }
  if (typeof value === "number") return value + 1
  return typeof value === "boolean" ? !value : null
}
