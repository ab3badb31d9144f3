// This module exports everything that processes run and owners import: in dist/ it is one script (kept-code.ts).
export { main } from './cli/main.ts'
export { beginWorker } from './cluster/worker.ts'
export * from './index.ts'
