// What extensions make of shortcodes and blocks, beside what is built in. What one of them throws is said with its file.
import type { BlockRenderer, Renderers, Shortcode } from '../render/context.ts'
import { named } from './guard.ts'
import { broken, type Broken, type LoadedExtension } from './load.ts'

/** All that there are, or which extension's cannot be. */
export function withRenderers(
  builtIn: Renderers,
  extensions: readonly LoadedExtension[],
): Renderers | Broken {
  const shortcodes = new Map(builtIn.shortcodes)
  const blocks = new Map(builtIn.blocks)
  for (const { file, definition } of extensions) {
    for (const [name, make] of Object.entries(definition.shortcodes ?? {})) {
      if (!shortcodeName.test(name)) return broken(file, `a shortcode cannot be called ${name}`)
      if (shortcodes.has(name)) return broken(file, `there is a shortcode ${name} already`)
      shortcodes.set(name, text<Parameters<Shortcode>>(make, `extension ${file}: the shortcode ${name}`))
    }
    for (const [name, make] of Object.entries(definition.blocks ?? {})) {
      if (!blockName.test(name))
        return broken(file, `a block has to be called like myplugin/notice, not ${name}`)
      if (blocks.has(name)) return broken(file, `there is a block ${name} already`)
      blocks.set(name, text<Parameters<BlockRenderer>>(make, `extension ${file}: the block ${name}`))
    }
  }
  return { shortcodes, blocks }
}

/** What text can hold as one; see render/shortcode-parser.ts and render/block-tree.ts. */
const shortcodeName = /^[^\s<>&/[\]="']{1,100}$/
const blockName = /^[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*$/

/** As it is, but for whose it is in what it throws. */
function text<A extends readonly unknown[]>(make: (...args: A) => unknown, whose: string) {
  return named((...args: A): string => {
    const made = make(...args)
    if (typeof made === 'string') return made
    throw new TypeError(`a ${typeof made} is no text`)
  }, whose)
}
