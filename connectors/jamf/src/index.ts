export { jamf } from "./jamf.js"
