export { insightvm } from "./insightvm.js"
