// The program, which `bin/lectern.cjs` runs.
import { main } from './program.ts'

await main()
