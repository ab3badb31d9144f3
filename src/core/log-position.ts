// A position in the log of one server, and its opaque text for clients: responses name the position whose commits they show,
// requests the position that they want to see. It is no secret and proves nothing, so incoming text is only parsed.
import { hash } from 'node:crypto'
import { isAfter, isUpTo, type LogPoint } from './change.ts'

export interface LogPosition extends LogPoint {
  /** The server's name. */
  readonly server: string
}

/** A position as parsed from text, which contains only a part of the hash of the server's name. */
export interface ParsedPosition extends LogPoint {
  readonly serverHash: string
  /** Null in positions that earlier versions of Lectern issued. */
  readonly madeMs: number | null
}

const textMax = 400

export function encodePosition({ server, file, offset, madeMs = null }: LogPosition): string {
  const made = madeMs === null ? '' : ` ${madeMs}`
  return Buffer.from(`${hashOf(server)}:${offset}:${file}${made}`).toString('base64url')
}

/** Null for text that is no position. */
export function parsePosition(text: string): ParsedPosition | null {
  if (text.length > textMax || !/^[\w-]+$/.test(text)) return null
  const [, serverHash, digits, file, made] =
    /^([\da-f]{8}):(\d{1,15}):([!-~]{1,200})(?: (\d{1,15}))?$/.exec(
      Buffer.from(text, 'base64url').toString('latin1'),
    ) ?? []
  if (serverHash === undefined || digits === undefined || file === undefined) return null
  return { serverHash, offset: Number(digits), file, madeMs: made === undefined ? null : Number(made) }
}

/** True where a position is at another or beyond it; null where they are in different logs. */
export function hasReached(at: LogPosition, wanted: ParsedPosition): boolean | null {
  if (hashOf(at.server) !== wanted.serverHash) return null
  if (isAfter(wanted, at)) return false
  return isUpTo(wanted, at) ? true : null
}

/** The text of the later position; null where they are in different logs, or one is no position. */
export function laterPosition(one: string, other: string): string | null {
  const [first, second] = [parsePosition(one), parsePosition(other)]
  if (first === null || second === null || first.serverHash !== second.serverHash) return null
  if (isAfter(first, second)) return one
  return isUpTo(first, second) ? other : null
}

function hashOf(server: string): string {
  return hash('sha256', server).slice(0, 8)
}
