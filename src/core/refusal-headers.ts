// The headers of a refusal, in every interface.
import { statusOf, type Failure } from './failure.ts'
import type { Header } from './reply.ts'
import type { Viewer } from './viewer.ts'

export function refusalHeaders(failure: Failure, viewer: Viewer): readonly Header[] {
  const { retryAfterS, challenge } = failure
  const isLimited = viewer.kind === 'anonymous' && statusOf(failure, viewer) === 429
  const waitS = retryAfterS ?? (isLimited ? viewer.retryAfterS : null)
  return [
    ...(waitS === null ? [] : [['Retry-After', String(waitS)] as const]),
    ...(challenge === undefined ? [] : [['WWW-Authenticate', challenge] as const]),
  ]
}
