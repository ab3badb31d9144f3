// Builds REST's body of a failure: `{code, message, data: {status, …}}`.
import { sentenceOf, statusOf, type Failure } from '../../core/failure.ts'
import { untranslated, worded, type Translations } from '../../core/sentence.ts'
import type { Viewer } from '../../core/viewer.ts'

export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Translates all messages of REST's failures into the site's language. */
export function errorBody(failure: Failure, viewer: Viewer, translations: Translations): ErrorBody {
  const { code, params, data } = failure
  const inLanguage = (said: Parameters<typeof sentenceOf>[0]) => {
    const sentence = translations === untranslated ? null : sentenceOf(said)
    return sentence === null ? said.message : worded(sentence, translations)
  }
  const message = inLanguage(failure)
  const status = statusOf(failure, viewer)
  if (params === undefined) return { code, message, data: { status, ...data } }
  if (isNames(params)) return { code, message, data: { status, params } }
  const messages = Object.entries(params).map(([name, refusal]): [string, string] => [
    name,
    inLanguage(refusal),
  ])
  const details = Object.entries(params)
    .filter(([, refusal]) => refusal.code !== null)
    .map(([name, refusal]) => {
      const { code: why, data: about } = refusal
      return [name, { code: why, message: inLanguage(refusal), data: about }] as const
    })
  return {
    code,
    message,
    // PHP encodes an empty map as an empty list
    data: {
      status,
      params: Object.fromEntries(messages),
      details: details.length === 0 ? [] : Object.fromEntries(details),
    },
  }
}

function isNames(params: NonNullable<Failure['params']>): params is readonly string[] {
  return Array.isArray(params)
}
