/** Why an address of GitHub's own API is left out. */
const OF_API = "address of GitHub's own API"

const PICTURE = "address of a picture"

const leftOut = (names: ReadonlyArray<string>, reason: string, prefix: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [prefix + name, reason]))

/** What precedes the names of the fields at a path; nothing at the top of a row. */
const prefixOf = (path: string): string => (path === "" ? "" : `${path}.`)

/** https://docs.github.com/en/rest/users/users#get-a-user */
const USER_LINKS = [
  "url",
  "events_url",
  "followers_url",
  "following_url",
  "gists_url",
  "organizations_url",
  "received_events_url",
  "repos_url",
  "starred_url",
  "subscriptions_url"
]

/** What is left out of the accounts at these paths of a row: their addresses in the API, and those of their pictures. */
export const userLinks = (...paths: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...paths.flatMap((path) => [
      leftOut(USER_LINKS, OF_API, prefixOf(path)),
      leftOut(["avatar_url", "gravatar_id"], PICTURE, prefixOf(path))
    ])
  )

/** https://docs.github.com/en/rest/repos/repos#list-organization-repositories */
const REPOSITORY_LINKS = [
  "url",
  "archive_url",
  "assignees_url",
  "blobs_url",
  "branches_url",
  "collaborators_url",
  "comments_url",
  "commits_url",
  "compare_url",
  "contents_url",
  "contributors_url",
  "deployments_url",
  "downloads_url",
  "events_url",
  "forks_url",
  "git_commits_url",
  "git_refs_url",
  "git_tags_url",
  "git_url",
  "hooks_url",
  "issue_comment_url",
  "issue_events_url",
  "issues_url",
  "keys_url",
  "labels_url",
  "languages_url",
  "merges_url",
  "milestones_url",
  "notifications_url",
  "pulls_url",
  "releases_url",
  "stargazers_url",
  "statuses_url",
  "subscribers_url",
  "subscription_url",
  "svn_url",
  "tags_url",
  "teams_url",
  "trees_url"
]

/** What is left out of the repository at this path of a row, or of the row itself: its addresses in the API. */
export const repositoryLinks = (path = ""): Readonly<Record<string, string>> =>
  leftOut(REPOSITORY_LINKS, OF_API, prefixOf(path))
