// Block markup as editors get it: WordPress reads what is stored and writes it anew, so that delimiters are closed, core blocks
// lose their namespace, and attributes stand as PHP writes JSON (serialize_blocks; measured).
import { isEmpty } from '../core/php-empty.ts'
import { isMembers } from '../core/json-value.ts'
import { depthMax, hasBlocks, parseBlocks, type Block } from './block-tree.ts'
import { asPhpArray } from './php-json.ts'

/** The block that has the whole content of a type meanwhile: a delimiter that closes nothing else closes it. */
const wholes: ReadonlyMap<string, string> = new Map([
  ['post', 'post-content'],
  ['page', 'post-content'],
  ['wp_block', 'block'],
  ['wp_navigation', 'navigation'],
])

/** Content of other types, and content with blocks deeper than are read, stays as it is. */
export function writtenBlocks(text: string, type: string): string {
  const whole = wholes.get(type)
  if (whole === undefined || !hasBlocks(text)) return text
  const parts = parseBlocks(`<!-- wp:${whole} -->${text}<!-- /wp:${whole} -->`)
  if (depthOf(parts) >= depthMax) return text
  const written = writtenParts(parts)
  return written.slice(written.indexOf('-->') + 3, written.lastIndexOf('<!--'))
}

function depthOf(parts: Block['parts']): number {
  return parts.reduce(
    (most, part) => (typeof part === 'string' ? most : Math.max(most, 1 + depthOf(part.parts))),
    0,
  )
}

function writtenParts(parts: Block['parts']): string {
  return parts.map((part) => (typeof part === 'string' ? part : writtenBlock(part))).join('')
}

function writtenBlock({ name, written = '', parts }: Block): string {
  const own = name.replace(/^core\//, '')
  const attributes = writtenAttributes(written)
  const head = `<!-- wp:${own} ${attributes === '' ? '' : `${attributes} `}`
  const inside = writtenParts(parts)
  // PHP takes the text 0 for nothing
  return isEmpty(inside) ? `${head}/-->` : `${head}-->${inside}<!-- /wp:${own} -->`
}

/** Nothing where there are none, or where they are broken. */
function writtenAttributes(json: string): string {
  const value = parsed(json)
  if (!isMembers(value) || Object.keys(value).length === 0) return ''
  return JSON.stringify(value, asPhpArray).replace(
    /\\\\|\\"|--|[<>&\u2028\u2029]/g,
    (found) => escapes[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Characters that would end the comment, or that HTML changes, are escaped (serialize_block_attributes). */
const escapes: Readonly<Record<string, string>> = {
  '\\\\': '\\u005c',
  '\\"': '\\u0022',
  '--': '\\u002d\\u002d',
}

/** Integers keep their digits. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json, (_, value, { source = '' }) =>
      typeof value === 'number' && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value,
    )
  } catch {
    return null
  }
}
