// Blocks in WPGraphQL's schema, as WPGraphQL Content Blocks names them: a type for each core block, with its attributes.
import {
  defineGraphTypes,
  definePack,
  editorBlocks,
  type EditorBlock,
  type GraphField,
  type GraphType,
} from '../../index.ts'
import { attributesOf, attributeTypes, coreBlocks, typeOf } from './core-blocks.ts'

export const contentBlocks = definePack({
  name: 'content-blocks',
  about: 'blocks as WPGraphQL Content Blocks has them',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('wp-graphql-content-blocks'),
  define: () => ({
    graphTypes: defineGraphTypes({
      mark: () => 'always the same',
      define: (_, kinds) => ({
        types,
        fields: new Map(
          // An owner may have closed the content
          kinds.flatMap(({ resource: { name, node } }) =>
            node?.fields.some((each) => each.name === 'editorBlocks')
              ? [[name, { editorBlocks: field }] as const]
              : [],
          ),
        ),
      }),
    }),
  }),
})

const listed = '(flat: Boolean): [EditorBlock]'
const field: GraphField = {
  ...editorBlocks,
  type: listed,
  interface: 'NodeWithEditorBlocks',
  cost: 20,
  value: (input) => editorBlocks.value(input).map(graphBlock),
}

const blockMembers = {
  apiVersion: 'Int',
  blockEditorCategoryName: 'String',
  clientId: 'String',
  cssClassNames: '[String]',
  innerBlocks: '[EditorBlock]',
  isDynamic: 'Boolean!',
  name: 'String',
  parentClientId: 'String',
  renderedHtml: 'String',
  type: 'String',
}

const types: readonly GraphType[] = [
  { kind: 'interface', name: 'EditorBlock', interfaces: [], members: blockMembers },
  { kind: 'interface', name: 'NodeWithEditorBlocks', interfaces: [], members: { editorBlocks: listed } },
  ...coreBlocks.map((name): GraphType => {
    const type = typeOf(name)
    const members = { anchor: 'String', attributes: `${type}Attributes` }
    return { kind: 'type', name: type, interfaces: ['EditorBlock'], members }
  }),
  { kind: 'type', name: 'UnknownBlock', interfaces: ['EditorBlock'], members: { attributesJson: 'String' } },
  ...attributeTypes,
]

/** Blocks that are not WordPress's own share one type, with all their attributes as JSON. */
function graphBlock(block: EditorBlock): object {
  const { attributes, name, innerBlocks, isDynamic } = block
  const isKnown = coreBlocks.includes(name)
  const type = isKnown ? typeOf(name) : 'UnknownBlock'
  const classes = attributes['className']
  return {
    ...block,
    __typename: type,
    type,
    isDynamic,
    apiVersion: null,
    blockEditorCategoryName: null,
    cssClassNames: typeof classes === 'string' ? classes.split(/\s+/).filter((each) => each !== '') : [],
    innerBlocks: innerBlocks.map(graphBlock),
    anchor: attributes['anchor'] ?? null,
    ...(isKnown
      ? { attributes: attributesOf(name, attributes) }
      : { attributesJson: JSON.stringify(attributes) }),
  }
}
