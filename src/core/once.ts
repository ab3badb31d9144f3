// A value that is computed at its first use, and at most once.

export function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | null = null
  return () => (computed ??= { value: compute() }).value
}
