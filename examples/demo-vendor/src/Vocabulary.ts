/** First names of the demo company's people. */
export const FIRST_NAMES = (
  "Aaliyah Aiko Alba Amara Anders Anika Arjun Beatriz Bilal Bronwen Callum Camille Carlos Chidi Daniela Darius Dmitri " +
  "Eamon Elif Emeka Esther Farah Felix Freya Gabriel Giulia Hana Henrik Imani Ines Ivan Jamal Jasper Joana Kaito Keira " +
  "Lars Leila Lucia Magnus Maren Mateo Mei Nadia Niamh Noor Oscar Paloma Petra Quentin Rafael Renata Rohan Saskia Sefa " +
  "Selma Soren Tamsin Tariq Theo Ulla Valentina Wanjiru Xavier Yara Yusuf Zofia"
).split(" ")

/** Last names of the demo company's people. */
export const LAST_NAMES = (
  "Abara Adeyemi Alvarez Bakker Banerjee Barros Berglund Bianchi Brandt Castellan Chukwu Dalton Delacroix Demir Duarte " +
  "Eriksen Faulkner Ferrante Fitzroy Galvan Gundersen Haddad Halloran Hartwell Hoffmann Ibarra Ishikawa Jankowski Jovanovic " +
  "Kaplan Kimura Kowalczyk Laurent Lindqvist Lowell Mbeki Medina Mirza Moreau Nakagawa Novak Okafor Olsen Oyelaran Park " +
  "Pereira Popescu Quigley Ramires Rasmussen Rosen Sandoval Santos Schreiber Silva Stavros Tanaka Thornbury Toivonen Ueda " +
  "Vance Varga Weiss Whitlock Yamada Yilmaz Zapata Ziegler"
).split(" ")

/** Departments with their job titles; the first title belongs to the head. */
export const DEPARTMENTS: ReadonlyArray<{ readonly name: string; readonly titles: ReadonlyArray<string> }> = [
  {
    name: "Engineering",
    titles: ["VP of Engineering", "Software Engineer", "Senior Software Engineer", "Staff Engineer", "QA Engineer"]
  },
  { name: "Product", titles: ["VP of Product", "Product Manager", "Senior Product Manager", "Technical Writer"] },
  { name: "Design", titles: ["Head of Design", "Product Designer", "Senior Product Designer", "UX Researcher"] },
  { name: "Security", titles: ["CISO", "Security Analyst", "Security Engineer", "Detection Engineer"] },
  { name: "IT", titles: ["Director of IT", "Systems Administrator", "Support Specialist", "Network Engineer"] },
  { name: "Sales", titles: ["VP of Sales", "Account Executive", "Sales Engineer", "Regional Manager"] },
  { name: "Marketing", titles: ["VP of Marketing", "Content Strategist", "Campaign Manager", "Event Coordinator"] },
  { name: "Customer Success", titles: ["VP of Customer Success", "Success Manager", "Support Engineer"] },
  { name: "Finance", titles: ["CFO", "Accountant", "Financial Analyst", "Payroll Specialist"] },
  { name: "People", titles: ["Chief People Officer", "Recruiter", "People Partner", "Benefits Specialist"] },
  { name: "Legal", titles: ["General Counsel", "Corporate Counsel", "Contracts Manager"] }
]

/** Offices, which give people their addresses. */
export const OFFICES = [
  { city: "Portland", state: "OR", zipCode: "97205", countryCode: "US" },
  { city: "Austin", state: "TX", zipCode: "78701", countryCode: "US" },
  { city: "Boston", state: "MA", zipCode: "02110", countryCode: "US" },
  { city: "Toronto", state: "ON", zipCode: "M5J 2N8", countryCode: "CA" },
  { city: "Dublin", state: "Leinster", zipCode: "D02 X285", countryCode: "IE" },
  { city: "Lisbon", state: "Lisboa", zipCode: "1100-148", countryCode: "PT" },
  { city: "Sydney", state: "NSW", zipCode: "2000", countryCode: "AU" }
] as const

/** Streets in people's addresses. */
export const STREETS = ["Harbour Street", "Mill Lane", "Foundry Road", "Orchard Avenue", "Station Square", "Canal Row"]
