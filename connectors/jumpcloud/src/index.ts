export { jumpcloud } from "./jumpcloud.js"
