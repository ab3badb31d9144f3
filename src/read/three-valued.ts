// Comparisons as SQL makes them, as far as they can be told without it: true, false, or null where only the server knows.
import type { Scalar } from '../database/filter.ts'

export type Truth = boolean | null

/** Whether a row's text, under whatever collation, equals what it is compared with. */
export function equalText(value: string | null | undefined, wanted: Scalar): Truth {
  if (typeof value !== 'string' || typeof wanted !== 'string') return null
  if (!plain.test(value) || !plain.test(wanted)) return null
  if (value === wanted) return true
  // Words that a language may hold equal are not told apart
  return likened(value) === likened(wanted) ? null : false
}

/** Words as names of types and statuses are made of; nothing that collations fold, skip or expand. */
const plain = /^[a-z0-9_-]*$/

/** The same for words that some collation of some server holds equal (a test asks all of theirs). */
function likened(word: string): string {
  return word.replace(/[_-]/g, '').replace(/ch/g, 'c').replace(/[jy]/g, 'i').replace(/[uw]/g, 'v')
}

export function equalInteger(value: string | null | undefined, wanted: Scalar): Truth {
  if (typeof value !== 'string' || !integer.test(value) || !integer.test(String(wanted))) return null
  return value === String(wanted)
}

/** As it is written without a choice. */
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
