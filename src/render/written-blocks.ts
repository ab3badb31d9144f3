// Block markup as editors get it: WordPress parses stored markup and serializes it again, so that delimiters are closed, core
// blocks lose their namespace, and attributes are JSON as PHP writes it (serialize_blocks; measured).
import { isEmpty } from '../core/php-empty.ts'
import { isMembers } from '../core/json-value.ts'
import { depthMax, hasBlocks, parseBlocks, type Block } from './block-tree.ts'
import { asPhpArray } from './php-json.ts'

/** The block in which WordPress parses content of a type: a delimiter that closes no other block closes it. */
const wholes: ReadonlyMap<string, string> = new Map([
  ['post', 'post-content'],
  ['page', 'post-content'],
  ['wp_block', 'block'],
  ['wp_navigation', 'navigation'],
])

/** Serializes content; that of other types, and content with blocks deeper than the parser's limit, stays as it is. */
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
  // PHP takes the text `0` for empty
  return isEmpty(inside) ? `${head}/-->` : `${head}-->${inside}<!-- /wp:${own} -->`
}

/** Attributes as JSON; empty where there are none, or where the stored JSON is invalid. */
function writtenAttributes(json: string): string {
  const value = parsed(json)
  if (!isMembers(value) || Object.keys(value).length === 0) return ''
  return JSON.stringify(value, asPhpArray).replace(
    /\\\\|\\"|--|[<>&\u2028\u2029]/g,
    (found) => escapes[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Escapes of characters that would end the comment, or that HTML changes (serialize_block_attributes). */
const escapes: Readonly<Record<string, string>> = {
  '\\\\': '\\u005c',
  '\\"': '\\u0022',
  '--': '\\u002d\\u002d',
}

/** Parses JSON so that integers keep their digits; null for invalid JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json, (_, value, { source = '' }) =>
      typeof value === 'number' && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value,
    )
  } catch {
    return null
  }
}
