// The block of a text's footnotes (render_block_core_footnotes), which are stored in the post's meta, apart from its text.
import { asRecord, type BlockAttributes } from './block-tree.ts'
import { textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { attributeText, wholeEntities } from './html-tag.ts'
import { isList, parseJson } from '../core/json-value.ts'
import { said } from './words.ts'

/** The list of footnotes; empty where there are none. */
export const footnotes: BlockRenderer = ({ name, attributes }, context) => {
  const notes = notesIn(context.embedded('footnotes') ?? '')
  const items = notes.map((note, at) => {
    const id = attributeText(textAttribute(note, 'id'))
    return `<li id="${id}">${wholeEntities(textAttribute(note, 'content'))} <a href="#${id}-link" aria-label="${attributeText(said(context, 'Jump to footnote reference %1$d', at + 1))}">↩︎</a></li>`
  })
  return items.length === 0 ? '' : wrapped(name, attributes, { tag: 'ol' }, items.join(''))
}

function notesIn(stored: string): readonly BlockAttributes[] {
  const parsed = parseJson(stored)
  return isList(parsed) ? parsed.map(asRecord).filter((note) => note !== null) : []
}
