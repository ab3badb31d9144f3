// Renderers of extensions for shortcodes and blocks, beside the built-in ones. Their errors are logged with the file.
import type { BlockAttributes } from '../render/block-tree.ts'
import type { Asking, BlockRenderer, Renderers, Shortcode } from '../render/context.ts'
import { named } from './guard.ts'
import { broken, type Broken, type LoadedExtension } from './load.ts'

/** A shortcode, or one that names the rows it needs: files, lists of posts, of comments, of terms. */
export type ShortcodeDefinition =
  | Shortcode
  | { readonly asks: Asking<ReadonlyMap<string, string>>; readonly render: Shortcode }

/** A block, or one that names the rows it needs, too. */
export type BlockDefinition =
  | BlockRenderer
  | { readonly asks: Asking<BlockAttributes>; readonly render: BlockRenderer }

/** All renderers, or an error that names the extension whose renderer is refused. */
export function withRenderers(
  builtIn: Renderers,
  extensions: readonly LoadedExtension[],
): Renderers | Broken {
  const shortcodes = new Map(builtIn.shortcodes)
  const blocks = new Map(builtIn.blocks)
  const asks = {
    shortcodes: new Map<string, Asking<ReadonlyMap<string, string>>>(),
    blocks: new Map<string, Asking<BlockAttributes>>(),
  }
  for (const { file, definition } of extensions) {
    for (const [name, shortcode] of Object.entries(definition.shortcodes ?? {})) {
      if (!shortcodeName.test(name)) return broken(file, `a shortcode cannot be called ${name}`)
      if (shortcodes.has(name)) return broken(file, `there is a shortcode ${name} already`)
      const whose = `extension ${file}: the shortcode ${name}`
      const render = typeof shortcode === 'function' ? shortcode : shortcode.render
      shortcodes.set(name, text<Parameters<Shortcode>>(render, whose))
      if (typeof shortcode !== 'function') asks.shortcodes.set(name, named(shortcode.asks, whose))
    }
    for (const [name, block] of Object.entries(definition.blocks ?? {})) {
      if (!blockName.test(name))
        return broken(file, `a block has to be called like myplugin/notice, not ${name}`)
      if (blocks.has(name)) return broken(file, `there is a block ${name} already`)
      const whose = `extension ${file}: the block ${name}`
      const render = typeof block === 'function' ? block : block.render
      blocks.set(name, text<Parameters<BlockRenderer>>(render, whose))
      if (typeof block !== 'function') asks.blocks.set(name, named(block.asks, whose))
    }
  }
  const hasAsks = asks.shortcodes.size + asks.blocks.size > 0
  return { shortcodes, blocks, ...(hasAsks ? { asks } : {}) }
}

/** Names that text can hold; see render/shortcode-parser.ts and render/block-tree.ts. */
const shortcodeName = /^[^\s<>&/[\]="']{1,100}$/
const blockName = /^[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*$/

/** The same function, whose result has to be text, and whose errors name its extension. */
function text<A extends readonly unknown[]>(make: (...args: A) => unknown, whose: string) {
  return named((...args: A): string => {
    const made = make(...args)
    if (typeof made === 'string') return made
    throw new TypeError(`it has to return a string, not ${made === null ? 'null' : typeof made}`)
  }, whose)
}
