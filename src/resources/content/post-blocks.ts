// The blocks of content as data and as HTML, for front ends that render blocks with components of their own.
import { Type } from 'typebox'
import { counter } from '../../core/counter.ts'
import { createTurns } from '../../core/turns.ts'
import { textOf } from '../../database/tables.ts'
import type { Derived, Field, FieldInput } from '../../registry/field.ts'
import type { NodeField, NodeObject } from '../../registry/node.ts'
import { blocksOfText, type ListedBlock } from '../../render/block-list.ts'
import { field, nodeField, outsideEmbeds } from '../derived.ts'
import { renderContext } from '../rendering/render-context.ts'
import { content, isLocked } from './post-text.ts'

/** The top-level blocks of content; none while a password protects it. */
function blocksOf(input: FieldInput): readonly ListedBlock[] {
  if (isLocked(input)) return []
  // A counter of its own numbers the classes, so that those of the content do not change
  const context = renderContext({ ...input, count: counter().count })
  return blocksOfText(textOf(input.row, 'content'), context)
}

const blockSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  attributes: Type.Unsafe<unknown>({ type: 'object' }),
  innerBlocks: Type.Array(Type.Unsafe<unknown>({ type: 'object' })),
})

export const blocksField: Field = {
  ...field('blocks', outsideEmbeds, Type.Array(blockSchema), {
    ...content,
    closedWith: ['content'],
    value: (input) => blocksOf(input).map(blockInJson),
  }),
  isByName: true,
  isUnlisted: true,
}

/** A block that contains others has no HTML here, which would repeat theirs at each level. */
function blockInJson({ id, name, attributes, innerBlocks, isWhole, html }: ListedBlock): object {
  const inner = innerBlocks.map(blockInJson)
  return { id, name, attributes, innerBlocks: inner, ...(isWhole ? { rendered: html() } : {}) }
}

const editorBlock: NodeObject = {
  type: 'EditorBlock',
  description: 'A block of a content.',
  members: {
    name: { scalar: 'String!', description: 'Its name: `core/paragraph`.' },
    clientId: { scalar: 'String!', description: 'An id that no other block has.' },
    parentClientId: { scalar: 'String', description: 'The id of the block that it is in.' },
    attributes: {
      scalar: 'JSON',
      description: 'Its attributes by their names in the editor, also those that are kept in its HTML.',
    },
    renderedHtml: { scalar: 'String', description: 'Its HTML as the content has it, with the blocks in it.' },
    innerBlocks: { objects: 'same', description: 'The blocks in it.' },
  },
}

/** A block of content, whose HTML is rendered when it is first requested. */
export interface EditorBlock {
  readonly name: string
  readonly clientId: string
  readonly parentClientId: string | null
  readonly attributes: ListedBlock['attributes']
  readonly isDynamic: boolean
  readonly renderedHtml: () => string | Promise<string>
  readonly innerBlocks: readonly EditorBlock[]
}

/**
 * The blocks of a post's content as a flat list, each before its inner blocks; with `flat: false` in `args` the top-level ones.
 *
 * @example
 * ```ts
 * import { defineExtension, editorBlocks, type Derived } from 'lectern'
 *
 * const number: Derived = {
 *   ...editorBlocks,
 *   value: (input) => editorBlocks.value(input).length,
 * }
 *
 * const field = { name: 'blockCount', type: 'Int', description: 'How many blocks it has.', ...number } as const
 *
 * export default defineExtension({ name: 'counted', adds: { post: { nodeFields: [field] } } })
 * ```
 */
export const editorBlocks: Omit<Derived, 'value'> & {
  readonly value: (input: FieldInput) => readonly EditorBlock[]
} = {
  ...content,
  closedWith: ['content', 'blocks'],
  value: (input): readonly EditorBlock[] => {
    const inTurn = createTurns()
    const shown = ({
      id,
      parentId,
      name,
      attributes,
      innerBlocks,
      isDynamic,
      html,
    }: ListedBlock): EditorBlock => ({
      name,
      clientId: id,
      parentClientId: parentId,
      attributes,
      isDynamic,
      renderedHtml: () => inTurn(html),
      innerBlocks: innerBlocks.map(shown),
    })
    const top = blocksOf(input).map(shown)
    return input.args?.['flat'] === false ? top : top.flatMap(withInner)
  },
}

function withInner(block: EditorBlock): readonly EditorBlock[] {
  return [block, ...block.innerBlocks.flatMap(withInner)]
}

/** Rendering every block with its inner blocks costs more than rendering the content once. */
const cost = 20

export const blocksNodeField: NodeField = nodeField(
  'editorBlocks',
  { objects: editorBlock },
  'The blocks of its content; none while a password protects it.',
  editorBlocks,
  {
    cost,
    args: {
      flat: {
        type: 'Boolean',
        description: 'False for the blocks at the top alone, which have the others as `innerBlocks`.',
        fallback: true,
      },
    },
  },
)
