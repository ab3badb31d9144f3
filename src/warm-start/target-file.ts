// The file of the most requested targets, which is read without trusting its content.
import type { RequestTarget } from '../core/request-target.ts'
import { parseJson } from '../core/json-value.ts'
import { readWhole, writeWhole } from '../core/whole-file.ts'

const bytesMax = 4_194_304
const format = 1

export async function writeTargets(path: string, targets: readonly RequestTarget[]): Promise<void> {
  await writeWhole(path, `${JSON.stringify({ format, targets: within(targets) }, null, 1)}\n`)
}

/** The first targets that fit into the file. */
function within(targets: readonly RequestTarget[]): readonly RequestTarget[] {
  let bytes = 1000
  return targets.filter(({ target }) => (bytes += 6 * target.length + 200) <= bytesMax)
}

export interface ReadLimits {
  /** The most targets that are read; the rest is ignored. */
  readonly targetsMax: number
  readonly addressBytesMax: number
}

export type ReadTargets =
  | { readonly kind: 'targets'; readonly targets: readonly RequestTarget[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

export async function readTargets(path: string, limits: ReadLimits): Promise<ReadTargets> {
  const text = await readWhole(path, bytesMax)
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
