export { gitlab } from "./gitlab.js"
