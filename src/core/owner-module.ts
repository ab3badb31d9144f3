// Modules that the owner writes: config files and extensions. A `.ts` file is loaded as an ES module even where the package.json
// beside it says "type": "commonjs", as `npm init` writes it and Node would follow; CommonJS goes into `.cts` files.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { importModule } from './import-module.ts'

let hooks: ReturnType<typeof registerHooks> | null = null

/** The default export of the module at a `file:` URL; undefined where it has none. Throws what reading or running it throws. */
export async function importOwnerModule(href: string): Promise<unknown> {
  hooks ??= registerHooks({
    load: (url, context, nextLoad) =>
      nextLoad(
        url,
        isUnknown(context.format) && new URL(url).pathname.endsWith('.ts')
          ? { ...context, format: 'module-typescript' }
          : context,
      ),
  })
  try {
    return (await importModule(href))['default']
  } catch (error) {
    throw placed(error)
  }
}

/** A syntax error with its place, which Node writes before the stack as a line and what is in it, up to a mark. */
function placed(error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error
  const [, file, line, shown = ''] =
    /^(\S.*):(\d+)\n((?:(?!SyntaxError).*\n)*)SyntaxError/.exec(error.stack ?? '') ?? []
  if (file === undefined) return error
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const column = /^ *\^/m.exec(shown)?.[0].length
  const at = column === undefined ? line : `${line}:${column}`
  return new SyntaxError(`${path}:${at}: ${error.message}`, { cause: error })
}

/** True also where no package.json states a type: Node would parse such a file twice, with a warning. */
function isUnknown(format: string | null | undefined): boolean {
  return format === 'commonjs-typescript' || format === null || format === undefined
}
