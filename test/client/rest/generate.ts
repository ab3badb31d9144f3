// `node generate.ts ADDRESS`: the types of the client, made of what a running gateway says of itself.
import { mkdirSync, writeFileSync } from 'node:fs'
import openapiTypescript, { astToString } from 'openapi-typescript'

const address = process.argv[2] ?? ''
const types = await openapiTypescript(new URL(address), { defaultNonNullable: false })
const folder = new URL('generated/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('interface.ts', folder), `// Made of ${address}.\n${astToString(types)}`)
