import { Option } from "effect"

/** `2024-05-01`, `2024-W18-3` and `2024-122`, with or without hyphens. */
const DATE = /^(\d{4})(-?)(?:(\d{2})\2(\d{2})|W(\d{2})\2([1-7])|(\d{3}))$/

/** `10`, `10:30`, `10:30:15` and `10:30:15,5`, with or without colons. */
const TIME = /^(\d{2})(?:(:?)(\d{2})(?:\2(\d{2})(?:[.,](\d+))?)?)?$/

const INSTANT = /^([^T]+)T([\d:.,]+)(?:(Z)|([+-]\d{2}):?(\d{2})?)$/

const DAY = 86_400_000

/** Midnight of a day of a year that does not begin with two zeros. */
const midnight = (year: number, day: number): number => Date.UTC(year, 0, 1) + (day - 1) * DAY

/** The day of a week whose first one has the 4th of January; none if the year has no such week. */
const ofWeek = (year: number, week: number, day: number): Option.Option<number> => {
  const fourth = midnight(year, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY
  // The year of a week is that of its Thursday.
  const isOfYear = week > 0 && new Date(monday + 3 * DAY).getUTCFullYear() === year
  return isOfYear ? Option.some(monday + (day - 1) * DAY) : Option.none()
}

const ofDay = (year: number, day: number): Option.Option<number> => {
  const millis = midnight(year, day)
  return day > 0 && new Date(millis).getUTCFullYear() === year ? Option.some(millis) : Option.none()
}

const dashed = (date: string): Option.Option<string> => {
  const [, year = "", , month, dayOfMonth, week, weekday, day] = DATE.exec(date) ?? []
  if (month !== undefined) return Option.some(`${year}-${month}-${dayOfMonth}`)
  if (week === undefined && day === undefined) return Option.none()
  const millis =
    week === undefined ? ofDay(Number(year), Number(day)) : ofWeek(Number(year), Number(week), Number(weekday))
  return Option.map(millis, (at) => new Date(at).toISOString().slice(0, 10))
}

/** Writes what clients hardly ever send, such as dates by week and offsets of whole hours, as other instants are written. */
export const spelled = (text: string): Option.Option<string> => {
  const [, date = "", time = "", zulu, hours, minutes = "00"] = INSTANT.exec(text.toUpperCase()) ?? []
  const [, hour, , minute = "00", second = "00", fraction = "0"] = TIME.exec(time) ?? []
  if (hour === undefined) return Option.none()
  return Option.map(
    dashed(date),
    (day) => `${day}T${hour}:${minute}:${second}.${fraction}${zulu ?? `${hours}:${minutes}`}`
  )
}
