export { snyk } from "./snyk.js"
