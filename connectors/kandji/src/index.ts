export { kandji } from "./kandji.js"
