// Errors that an extension throws in a timer, or in a promise that nothing awaits, are observed and do not end the process.
import type { Observe } from '../core/observation.ts'

export function outliveUncaught(files: readonly string[], observe: Observe): void {
  if (files.length === 0) return
  const thrown = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const file = files.find((each) => stack.includes(each))
    observe({ kind: 'error', error, during: `nothing awaited ${file ?? 'it'}` })
  }
  process.on('uncaughtException', thrown)
  process.on('unhandledRejection', thrown)
}
