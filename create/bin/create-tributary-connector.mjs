#!/usr/bin/env node
// A file of its own, so that installing the workspace finds it before anything is built.
await import("../dist/main.js")
