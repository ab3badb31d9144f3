// Compares values as SQL does, as far as that is known without the server: true, false, or null where only the server
// knows.
import type { Scalar } from '../database/filter.ts'

export type Truth = boolean | null

/** Decides whether a row's text equals a value under every collation. */
export function equalText(value: string | null | undefined, wanted: Scalar): Truth {
  if (typeof value !== 'string' || typeof wanted !== 'string') return null
  if (!plain.test(value) || !plain.test(wanted)) return null
  if (value === wanted) return true
  // Words that some language's collation may hold equal are undecided
  return likened(value) === likened(wanted) ? null : false
}

/** Characters of names of types and statuses; `likened` covers what collations do with them. */
const plain = /^[a-z0-9_-]*$/

/** Maps words to one form that some collation of some server holds equal (a test tries all of them). */
function likened(word: string): string {
  return word.replace(/[_-]/g, '').replace(/ch/g, 'c').replace(/[jy]/g, 'i').replace(/[uw]/g, 'v')
}

export function equalInteger(value: string | null | undefined, wanted: Scalar): Truth {
  if (typeof value !== 'string' || !integer.test(value) || !integer.test(String(wanted))) return null
  return value === String(wanted)
}

/** Integers in their only spelling. */
const integer = /^(?:0|-?[1-9]\d*)$/

export function every(truths: Iterable<Truth>): Truth {
  let known: Truth = true
  for (const truth of truths) {
    if (truth === false) return false
    if (truth === null) known = null
  }
  return known
}

export function some(truths: Iterable<Truth>): Truth {
  return negated(every([...truths].map(negated)))
}

export function negated(truth: Truth): Truth {
  return truth === null ? null : !truth
}
