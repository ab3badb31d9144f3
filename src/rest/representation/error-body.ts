// Words a failure as REST does: `{code, message, data: {status, …}}`.
import { statusOf, type Failure } from '../../core/failure.ts'
import type { Viewer } from '../../core/viewer.ts'

export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

export function errorBody(failure: Failure, viewer: Viewer): ErrorBody {
  const { code, message, params, data } = failure
  const status = statusOf(failure, viewer)
  if (params === undefined) return { code, message, data: { status, ...data } }
  if (isNames(params)) return { code, message, data: { status, params } }
  const messages = Object.entries(params).map(([name, refusal]): [string, string] => [name, refusal.message])
  const details = Object.entries(params).filter(([, refusal]) => refusal.code !== null)
  return {
    code,
    message,
    // PHP writes an empty map as an empty list
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
