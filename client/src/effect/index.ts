// The client for Effect.

export { ApiError, UNEXPECTED_ANSWER } from "../ApiError.js"
export type * from "../Methods.js"
export type * from "../operations.generated.js"
export type * from "../schemas.generated.js"
export { Client, type Failure, type Service, type Settings } from "./Client.js"
