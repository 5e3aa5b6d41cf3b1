export { github } from "./github.js"
