const NUMBER = new Intl.NumberFormat("en-US")

/** A count with its noun, such as `1 page` or `1,200 records`. */
export const counted = (count: number, noun: string): string =>
  `${NUMBER.format(count)} ${noun}${count === 1 ? "" : "s"}`
