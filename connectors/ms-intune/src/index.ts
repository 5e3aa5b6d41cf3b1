export { msIntune } from "./msIntune.js"
