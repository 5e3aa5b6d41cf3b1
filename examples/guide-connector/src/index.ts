export { roster } from "./roster.js"
