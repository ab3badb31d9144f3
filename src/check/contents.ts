// Finds blocks and shortcodes in published content that have no renderer: their stored text is served, or nothing. Bounded: the
// check reads the newest published content, and the beginnings of long texts.
import { sql } from 'kysely'
import { shortcodesWritten, storedBlocks } from '../core/unrendered.ts'
import { columnIn } from '../database/layout.ts'
import { textOf } from '../database/tables.ts'
import { advice, good, printable, type Finding, type Looking } from './finding.ts'
import { people } from './rows.ts'

export interface RenderedNames {
  /** Names with their namespaces. */
  readonly blocks: ReadonlySet<string>
  readonly shortcodes: ReadonlySet<string>
}

const contentsMax = 2000
/** The number of characters that are read of a text. */
const textMax = 100_000
/** The number of rows that one query reads. */
const pageLength = 100
const shownMax = 12

export async function checkContents(
  { ask, layout }: Looking,
  rendered: RenderedNames,
): Promise<readonly Finding[]> {
  const table = layout.get('posts')?.table
  const content = columnIn(layout, 'posts.content')
  const [status, id] = [columnIn(layout, 'posts.status'), columnIn(layout, 'posts.id')]
  if (
    table === undefined ||
    typeof content !== 'string' ||
    typeof status !== 'string' ||
    typeof id !== 'string'
  )
    return []
  const blocks = new Map<string, number>()
  const shortcodes = new Map<string, number>()
  for (let offset = 0; offset < contentsMax; offset += pageLength) {
    const rows = await ask(sql`
      select substr(${sql.ref(content)}, 1, ${textMax}) as content from ${sql.table(table)}
      where ${sql.ref(status)} = ${'publish'} order by ${sql.ref(id)} desc
      limit ${pageLength} offset ${offset}`)
    for (const row of rows) {
      const text = textOf(row, 'content')
      count(blocks, blocksIn(text), (name) => storedBlocks.has(name) || rendered.blocks.has(name))
      count(shortcodes, shortcodesWritten(text).keys(), (name) => rendered.shortcodes.has(name))
    }
    if (rows.length < pageLength) break
  }
  return [...said('blocks', blocks), ...said('shortcodes', shortcodes)]
}

function count(into: Map<string, number>, names: Iterable<string>, isKnown: (name: string) => boolean) {
  for (const name of names) if (!isKnown(name)) into.set(name, (into.get(name) ?? 0) + 1)
}

function blocksIn(text: string): ReadonlySet<string> {
  const found = text.matchAll(/<!-- wp:([a-z][a-z0-9_-]{0,60}(?:\/[a-z][a-z0-9_-]{0,60})?)(?=\s|\/?-->)/g)
  return new Set([...found].map(([, name = '']) => (name.includes('/') ? name : `core/${name}`)))
}

function said(what: 'blocks' | 'shortcodes', counts: ReadonlyMap<string, number>): readonly Finding[] {
  if (counts.size === 0)
    return [good(`All ${what} of the newest ${people(contentsMax)} published texts are rendered.`)]
  const most = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  const shown = most.slice(0, shownMax).map(([name, texts]) => `${printable(name)} (${texts})`)
  const more = most.length > shownMax ? ` and ${most.length - shownMax} more` : ''
  return [
    advice(
      `Served as they are stored, or left out: the ${what} ${shown.join(', ')}${more}; each number says how many of the newest ${people(contentsMax)} published texts have it. An extension can render them: { ${what}: { '${printable(most[0]?.[0] ?? '')}': … } } (docs/extensions.md).`,
    ),
  ]
}
