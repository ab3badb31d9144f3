// Converts first, after, last and before to the window of a list.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Clock } from '../plan/plan.ts'
import type { Cursors } from '../plan/cursor.ts'
import type { KeysetPage } from '../plan/plan.ts'

export interface WindowArgs {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
}

export interface PageSizes {
  readonly fallback: number
  readonly max: number
}

/** `list` names the list, for which alone its cursors are valid. */
export function windowOf(
  { first = null, after = null, last = null, before = null }: WindowArgs,
  list: string,
  cursors: Cursors,
  { fallback, max }: PageSizes,
  clock: Clock,
): KeysetPage | Failure {
  if (first !== null && last !== null) return fail('invalid_page', 'Give either first or last, not both.')
  const limit = first ?? last ?? fallback
  if (limit < 1 || limit > max) {
    const name = first === null ? 'last' : 'first'
    return fail('invalid_page', `${name} is ${limit}; it has to be between 1 and ${max}.`)
  }
  const [from, to] = [after, before].map((cursor) =>
    cursor === null ? null : cursors.decode(list, cursor, clock),
  )
  if (isFailure(from)) return from
  if (isFailure(to)) return to
  return {
    kind: 'keyset',
    after: from ?? null,
    before: to ?? null,
    direction: last === null ? 'forward' : 'backward',
    limit,
  }
}
