// The file of the targets that were requested most: written whole or not at all, readable for its owner alone; read without
// trusting its content.
import { open, rename, rm } from 'node:fs/promises'
import type { RequestTarget } from '../core/request-target.ts'
import { parseJson } from '../core/json-value.ts'

const bytesMax = 4_194_304
const format = 1

export async function writeTargets(path: string, targets: readonly RequestTarget[]): Promise<void> {
  // Several processes may write, each its own
  const beside = `${path}.${process.pid}.new`
  // A file or link there was left by a process that ended while it wrote
  await rm(beside, { force: true })
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ format, targets: within(targets) }, null, 1)}\n`)
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

/** As many as the file holds. */
function within(targets: readonly RequestTarget[]): readonly RequestTarget[] {
  let bytes = 1000
  return targets.filter(({ target }) => (bytes += 6 * target.length + 200) <= bytesMax)
}

export interface ReadLimits {
  /** The rest is ignored. */
  readonly targetsMax: number
  readonly addressBytesMax: number
}

export type ReadTargets =
  | { readonly kind: 'targets'; readonly targets: readonly RequestTarget[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

export async function readTargets(path: string, limits: ReadLimits): Promise<ReadTargets> {
  const text = await textOf(path)
  if (text === null) return { kind: 'none' }
  if (typeof text !== 'string') return { kind: 'refused', reason: text.reason }
  const value = parseJson(text)
  const given = membersOf(value)
  const listed = given.get('targets')
  if (given.get('format') !== format || !Array.isArray(listed))
    return { kind: 'refused', reason: 'it is no file of addresses' }
  const targets = listed.map((each) => targetOf(each, limits))
  const whole = targets.filter((each) => each !== null)
  if (whole.length < targets.length)
    return { kind: 'refused', reason: 'it holds what is no address of the gateway' }
  return { kind: 'targets', targets: whole.slice(0, limits.targetsMax) }
}

/** Null where there is no file. */
async function textOf(path: string): Promise<string | null | { readonly reason: string }> {
  try {
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return { reason: 'it is no file' }
      if (stat.size > bytesMax) return { reason: `it is larger than ${bytesMax} bytes` }
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'ENOENT' ? null : { reason: `it cannot be read (${code})` }
  }
}

/** A path and perhaps a query, in visible ASCII, as a client could send it. */
const addressPattern = /^\/[!-~]*$/
const mediaTypePattern = /^[a-z0-9+.*/-]{1,100}$/

function targetOf(value: unknown, { addressBytesMax }: ReadLimits): RequestTarget | null {
  const members = membersOf(value)
  const [target, accept] = [members.get('target'), members.get('accept')]
  if (typeof target !== 'string' || target.length > addressBytesMax) return null
  if (!addressPattern.test(target) || target.startsWith('//') || target.includes('#')) return null
  if (accept !== null && (typeof accept !== 'string' || !mediaTypePattern.test(accept))) return null
  return { target, accept }
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}
