// The main file of a worker, which the primary (cluster/primary.ts) starts.
import { beginWorker } from './program.ts'

await beginWorker()
