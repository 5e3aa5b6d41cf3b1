export { zendesk } from "./zendesk.js"
