import * as Access from "./Access.js"
import { userPages } from "./FetchWalk.js"
import { summary } from "./summary.js"

try {
  const users: Array<{ readonly full_name: string }> = []
  let pages = 0
  for await (const { items } of userPages(await Access.load())) {
    users.push(...items)
    pages += 1
  }
  console.log(summary(pages, users))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
