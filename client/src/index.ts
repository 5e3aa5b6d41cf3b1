// The client for promises; `effect` has the one for Effect. Neither needs more than what browsers have.

export { ApiError, UNEXPECTED_ANSWER } from "./ApiError.js"
export * as Client from "./Client.js"
export type * from "./Methods.js"
export { NetworkError } from "./NetworkError.js"
export type * from "./operations.generated.js"
export type * from "./schemas.generated.js"
export type { Walk } from "./Walk.js"
