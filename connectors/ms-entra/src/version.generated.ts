// Generated from package.json: run "pnpm generate".

export const version = "0.1.0"
