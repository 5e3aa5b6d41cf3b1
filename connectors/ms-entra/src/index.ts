export { msEntra } from "./msEntra.js"
