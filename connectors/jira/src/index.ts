export { jira } from "./jira.js"
