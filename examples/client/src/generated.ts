import * as Access from "./Access.js"
import { type User, userPages } from "./GeneratedWalk.js"
import { summary } from "./summary.js"

try {
  const users: Array<User> = []
  let pages = 0
  for await (const page of userPages(await Access.load())) {
    users.push(...page)
    pages += 1
  }
  console.log(summary(pages, users))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
