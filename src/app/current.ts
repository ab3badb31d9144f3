// A value that does not exist at first, and is replaced later.

export interface Current<T> {
  /** Null until there is one. */
  readonly value: () => T | null
  readonly replace: (value: T) => void
  /** Calls the listener with every later value. */
  readonly onReplaced: (listener: (value: T) => void) => void
}

export function createCurrent<T>(): Current<T> {
  const listeners = new Set<(value: T) => void>()
  let current: T | null = null
  return {
    value: () => current,
    replace: (value) => {
      current = value
      for (const listener of listeners) listener(value)
    },
    onReplaced: (listener) => void listeners.add(listener),
  }
}
