// The operation of endpoints whose answers depend on path and method alone: pages and files of Lectern's own.
import type { Failure } from '../core/failure.ts'
import type { Reply } from '../core/reply.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Operation } from './endpoint.ts'

export interface FixedAnswer {
  readonly servedBy: Operation['servedBy']
  readonly path: string
  readonly cacheKey: string | null
  readonly answer: (viewer: Viewer) => Reply | Promise<Reply>
  readonly refuse: (failure: Failure, viewer: Viewer) => Reply
}

export function fixedOperation({ servedBy, path, cacheKey, answer, refuse }: FixedAnswer): Operation {
  return {
    servedBy,
    path: () => path,
    cacheKey: () => cacheKey,
    replay: () => null,
    answer: async (viewer) => answer(viewer),
    refuse: async (failure, viewer) => refuse(failure, viewer),
  }
}
