// A value that is computed when it is first needed, and at most once.

export function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | null = null
  return () => (computed ??= { value: compute() }).value
}
