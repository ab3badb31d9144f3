// Errors that an extension throws in a timer, or in a promise that nothing awaits, are observed and do not end the process.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Observe } from '../core/observation.ts'

export function outliveUncaught(files: readonly string[], observe: Observe): void {
  if (files.length === 0) return
  const thrown = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const file = files.find((each) => placesOf(each).some((place) => stack.includes(place)))
    observe({ kind: 'error', error, during: `nothing awaited ${file ?? 'it'}` })
  }
  process.on('uncaughtException', thrown)
  process.on('unhandledRejection', thrown)
}

/** Stacks name ES modules by their URLs, and CommonJS by its paths. */
function placesOf(file: string): readonly string[] {
  const path = resolve(file)
  return [path, pathToFileURL(path).href]
}
