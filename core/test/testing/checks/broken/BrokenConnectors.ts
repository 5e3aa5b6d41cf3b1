import { acme, replies } from "../../Acme.js"
import { brokenAnswers, soundAnswers } from "./Answers.js"
import { type Broken, hand } from "./Broken.js"
import { brokenChanges, soundChanges } from "./Changes.js"
import { brokenDeletions, soundSinglePage, soundTotal } from "./Deletions.js"
import { brokenAsAWhole, soundTickets } from "./Global.js"
import { brokenGroups, soundGroups } from "./Groups.js"
import { brokenRecords, soundRecords } from "./Records.js"
import { brokenTenants, soundTenants } from "./Tenants.js"
import { brokenTokens, soundToken } from "./Tokens.js"
import { brokenUsers } from "./Users.js"

/** What an author can get wrong: one connector for each fault, with the one check that must fail for it. */
export const brokenConnectors: ReadonlyArray<Broken> = [
  ...brokenAsAWhole,
  ...brokenUsers,
  ...brokenDeletions,
  ...brokenGroups,
  ...brokenTenants,
  ...brokenTokens,
  ...brokenAnswers,
  ...brokenRecords,
  ...brokenChanges
]

/** The same connectors without their faults. */
export const soundConnectors: ReadonlyArray<Pick<Broken, "connector" | "replies">> = [
  { connector: acme(), replies },
  { connector: acme(hand()), replies },
  soundTickets,
  soundTotal,
  soundSinglePage,
  ...soundGroups,
  ...soundTenants,
  soundToken,
  ...soundAnswers,
  soundRecords,
  ...soundChanges
]
