// Generated from package.json: run the tests with `vitest -u`.

export const version = "0.1.0"
export const core = ">=0.1.0 <1.0.0"
