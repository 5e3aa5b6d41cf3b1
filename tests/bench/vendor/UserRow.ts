import { instant, pick } from "./Variety.js"

/** How many fields a row has: all that a directory usually fills, only those without which there is no user, or also attributes of the customer's own, with which a row has 4 KiB. */
export type Size = (typeof SIZES)[number]

export const SIZES = ["full", "small", "wide"] as const

const WORDS = ["cost center", "badge", "floor", "contract", "supervisor", "equipment", "training", "clearance"] as const

/** The names of the attributes of the customer's own. */
export const ATTRIBUTES: ReadonlyArray<string> = Array.from({ length: 32 }, (_, place) => `acmeAttribute${place}`)

/** The attributes of the customer's own in user number `index`. */
export const attributesOf = (index: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ATTRIBUTES.map((name, place) => [
      name,
      `${pick(WORDS, index + place)} of ${index * (place + 1)}: ${"as agreed, ".repeat(5)}`
    ])
  )

const DEPARTMENTS = ["Engineering", "Sales", "Finance", "Support", "Operations", "Legal", "People"] as const

const TITLES = ["Engineer", "Account Manager", "Analyst", "Director", "Specialist", "Counsel"] as const

const OFFICES = [
  { city: "Lisbon", state: "Lisboa", countryCode: "PT", zipCode: "1100-148" },
  { city: "Leeds", state: "West Yorkshire", countryCode: "GB", zipCode: "LS1 4DL" },
  { city: "Austin", state: "TX", countryCode: "US", zipCode: "78701" }
] as const

const small = (index: number) => ({
  id: `00u${String(index).padStart(17, "0")}`,
  status: "ACTIVE",
  created: instant(2021, index),
  profile: { login: `person${index}@acme.example` }
})

/** User number `index` in the shape of Okta's list of users. */
export const user = (index: number, size: Size = "full"): object => {
  if (size === "small") return small(index)
  const { id } = small(index)
  return {
    id,
    status: index % 40 === 0 ? "SUSPENDED" : "ACTIVE",
    created: instant(2021, index),
    activated: instant(2021, index + 60),
    statusChanged: instant(2022, index),
    lastLogin: index % 9 === 0 ? null : instant(2025, index),
    lastUpdated: instant(2024, index),
    passwordChanged: instant(2023, index),
    type: { id: "otyp4f1b7cQm2Xk8R0a1" },
    profile: {
      firstName: `Given${index}`,
      lastName: `Family${index % 977}`,
      mobilePhone: null,
      secondEmail: null,
      login: `person${index}@acme.example`,
      email: `person${index}@acme.example`,
      employeeNumber: `E-${index}`,
      title: pick(TITLES, index),
      department: pick(DEPARTMENTS, index),
      ...pick(OFFICES, index),
      ...(size === "wide" ? attributesOf(index) : {})
    },
    credentials: { password: {}, provider: { type: "OKTA", name: "OKTA" } },
    _links: { self: { href: `https://acme.okta.example/api/v1/users/${id}` } }
  }
}
