// The only import of what is not known beforehand. The script in dist/ cannot import by itself: there kept-code.ts does it.

/** Gives what the module at a `file:` URL exports. */
export async function importModule(url: string): Promise<Readonly<Record<string, unknown>>> {
  return await import(url)
}
