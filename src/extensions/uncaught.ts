// Errors that an extension throws in a timer, or in a promise that nothing awaits, are observed and do not end the process.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Observe } from '../core/observation.ts'

/** Returns a function that adds files of extensions; without any, such errors end the process. */
export function createOutliving(observe: Observe): (files: readonly string[]) => void {
  const known = new Set<string>()
  const thrown = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const file = [...known].find((each) => placesOf(each).some((place) => stack.includes(place)))
    observe({ kind: 'error', error, during: `nothing awaited ${file ?? 'it'}` })
  }
  return (files) => {
    if (known.size === 0 && files.length > 0) {
      process.on('uncaughtException', thrown)
      process.on('unhandledRejection', thrown)
    }
    for (const file of files) known.add(file)
  }
}

/** Stacks name ES modules by their URLs, and CommonJS by its paths. */
function placesOf(file: string): readonly string[] {
  const path = resolve(file)
  return [path, pathToFileURL(path).href]
}
