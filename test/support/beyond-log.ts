// Positions as a server gave them before its log was cut off or it was restored: beyond the end that its log has now.
import assert from 'node:assert/strict'
import { isFailure } from '../../src/core/failure.ts'
import { createCursors } from '../../src/plan/cursor.ts'
import { testCursorKey } from './gateway.ts'

const cursors = createCursors([testCursorKey])

/** A genuine position in the log of the same server, a thousand files after this one. */
export function beyondLog(position: unknown): string {
  const decoded = cursors.decode('changes', String(position))
  assert(!isFailure(decoded) && decoded.key !== null)
  const [, before = '', number = '', made = ''] =
    /^(.*\.)(\d+)( \d+)$/.exec(Buffer.from(decoded.key, 'base64url').toString()) ?? []
  const key = Buffer.from(before + (Number(number) + 1000) + made).toString('base64url')
  return cursors.encode('changes', { key, id: decoded.id })
}
