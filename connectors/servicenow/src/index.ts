export { servicenow } from "./servicenow.js"
