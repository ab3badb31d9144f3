// The only dynamic import of unknown modules. The script in dist/ cannot import by itself, so kept-code.ts does it there.

/** Returns the exports of the module at a `file:` URL. */
export async function importModule(url: string): Promise<Readonly<Record<string, unknown>>> {
  return await import(url)
}
