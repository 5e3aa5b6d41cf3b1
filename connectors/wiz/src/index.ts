export { wiz } from "./wiz.js"
