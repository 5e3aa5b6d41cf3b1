export { okta } from "./okta.js"
