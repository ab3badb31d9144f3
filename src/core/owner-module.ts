// Modules that the owner writes: config files and extensions. A `.ts` file is loaded as an ES module even where the package.json
// beside it says "type": "commonjs", as `npm init` writes it and Node would follow; CommonJS goes into `.cts` files.
import { registerHooks } from 'node:module'
import { importModule } from './import-module.ts'

let hooks: ReturnType<typeof registerHooks> | null = null

/** The default export of the module at a `file:` URL; undefined where it has none. Throws what reading or running it throws. */
export async function importOwnerModule(href: string): Promise<unknown> {
  hooks ??= registerHooks({
    load: (url, context, nextLoad) =>
      nextLoad(
        url,
        isUntold(context.format) && new URL(url).pathname.endsWith('.ts')
          ? { ...context, format: 'module-typescript' }
          : context,
      ),
  })
  return (await importModule(href))['default']
}

/** True also where no package.json states a type: Node would parse such a file twice, with a warning. */
function isUntold(format: string | null | undefined): boolean {
  return format === 'commonjs-typescript' || format === null || format === undefined
}
