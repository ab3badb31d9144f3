// The short form of the schema → the schema definition language (SDL). A type is its name, its interfaces and the fields that these
// do not have; `field -> Name Node where` is a connection and `field => Name Node` an edge, whose types follow from their names.

/** The fields of `where` inputs in the short form, by the names by which connections refer to them. */
export interface WhereTexts {
  readonly [kind: string]: string
}

interface Block {
  readonly kind: string
  readonly name: string
  readonly interfaces: readonly string[]
  readonly fields: ReadonlyMap<string, string>
}

const window = 'first: Int, last: Int, after: String, before: String'

/** Fields of edges besides the cursor and the node. */
const edgeMembers: Readonly<Record<string, string>> = {
  CommentToCommenter: '  email: String\n  ipAddress: String\n  name: String\n  url: String\n',
  ContentNodeToEditLock: '  lockTimestamp: String\n',
}

/** Throws where the short form refers to an interface or a `where` that is not defined. */
export function expand(text: string, wheres: WhereTexts): string {
  const made = new Map<string, string>()
  const blocks = new Map<string, Block>()
  for (const block of blocksIn(text)) {
    const long = withLong(block, wheres, made)
    const before = blocks.get(block.name)
    // Several blocks of one type are merged
    blocks.set(
      block.name,
      before
        ? {
            ...before,
            interfaces: [...new Set([...before.interfaces, ...long.interfaces])],
            fields: new Map([...before.fields, ...long.fields]),
          }
        : long,
    )
  }
  const byName = [...blocks.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const all = byName.map((block) => printed(block, blocks))
  return ['schema { query: RootQuery mutation: RootMutation }', ...all, ...made.values()].join('\n')
}

function blocksIn(text: string): readonly Block[] {
  const parts = text.split(/\n(?=(?:type|interface|input|enum|union) )/)
  return parts.flatMap((part) => {
    const [head = '', ...body] = part.trim().split('\n')
    const [, kind = '', name = '', rest = ''] = /^(\w+) (\w+)(.*)$/.exec(head) ?? []
    if (kind === '') return []
    const interfaces = kind === 'type' || kind === 'interface' ? rest.replace(/^ : /, '').split(' ') : []
    const fields = kind === 'enum' || kind === 'union' ? [rest.trim()] : fieldsIn(body.join(' '))
    return [
      {
        kind,
        name,
        interfaces: interfaces.filter((each) => each !== ''),
        fields: new Map(fields.map((field) => [/^\w*/.exec(field)?.[0] ?? '', field])),
      },
    ]
  })
}

/** Splits a body into fields, which stand on lines of their own, or several on one with commas between. */
function fieldsIn(body: string): readonly string[] {
  return body
    .split(/,? +(?=\w+(?:\([^)]*\))?(?:: | [-=]> ))(?![^(]*\))/)
    .map((field) => field.trim())
    .filter((field) => field !== '')
}

/** Expands the connections and edges of a block, and adds their types to `made`. */
function withLong(block: Block, wheres: WhereTexts, made: Map<string, string>): Block {
  const fields = [...block.fields].map(([name, field]): readonly [string, string] => {
    const [, arrow, to = '', node = '', where = '', directive = ''] =
      /^\w+ (->|=>) (\w+) (\w+)(?: (\w+))?( @deprecated)?$/.exec(field) ?? []
    if (arrow === '->') return [name, connection(name, { to, node, where, directive }, wheres, made)]
    if (arrow === '=>') return [name, edge(name, { to, node, where, directive }, wheres, made)]
    return [name, field]
  })
  return { ...block, fields: new Map(fields) }
}

interface Leading {
  readonly to: string
  readonly node: string
  readonly where: string
  readonly directive: string
}

function connection(
  name: string,
  { to, node, where, directive }: Leading,
  wheres: WhereTexts,
  made: Map<string, string>,
): string {
  const own = `${to}Connection`
  interfacesOf(node, made)
  made.set(
    own,
    `type ${own} implements ${node}Connection & Connection {
  edges: [${own}Edge!]!
  nodes: [${node}!]!
  pageInfo: ${own}PageInfo!
}
type ${own}Edge implements Edge & ${node}ConnectionEdge {
  cursor: String
  node: ${node}!
}
type ${own}PageInfo implements PageInfo & ${node}ConnectionPageInfo & WPPageInfo {
${pageInfo}
}`,
  )
  return `${name}(${window}${whereOf(to, where, wheres, made)}): ${own}${directive}`
}

const pageInfo =
  '  endCursor: String\n  hasNextPage: Boolean!\n  hasPreviousPage: Boolean!\n  startCursor: String'

function edge(
  name: string,
  { to, node, where, directive }: Leading,
  wheres: WhereTexts,
  made: Map<string, string>,
): string {
  const own = `${to}ConnectionEdge`
  edgeInterface(node, made)
  made.set(
    own,
    `type ${own} implements Edge & ${node}ConnectionEdge & OneToOneConnection {
  cursor: String
  node: ${node}!
${edgeMembers[to] ?? ''}}`,
  )
  const args = whereOf(to, where, wheres, made).replace(/^, /, '')
  return `${name}${args === '' ? '' : `(${args})`}: ${own}${directive}`
}

function interfacesOf(node: string, made: Map<string, string>): void {
  const own = `${node}Connection`
  edgeInterface(node, made)
  made.set(
    own,
    `interface ${own} implements Connection {
  edges: [${own}Edge!]!
  nodes: [${node}!]!
  pageInfo: ${own}PageInfo!
}
interface ${own}PageInfo implements PageInfo & WPPageInfo {
${pageInfo}
}`,
  )
}

function edgeInterface(node: string, made: Map<string, string>): void {
  const own = `${node}ConnectionEdge`
  made.set(own, `interface ${own} implements Edge {\n  cursor: String\n  node: ${node}!\n}`)
}

function whereOf(to: string, where: string, wheres: WhereTexts, made: Map<string, string>): string {
  if (where === '') return ''
  const input = `${to}ConnectionWhereArgs`
  const fields = wheres[where]
  if (fields === undefined) throw new Error(`there is no where of ${where}`)
  made.set(input, `input ${input} {\n${fieldsIn(fields).join('\n')}\n}`)
  return `, where: ${input}`
}

/** Writes a block in SDL, which requires that a type repeats all fields of its interfaces. */
function printed(block: Block, blocks: ReadonlyMap<string, Block>): string {
  const { kind, name, fields } = block
  const [only = ''] = fields.values()
  if (kind === 'enum') return `enum ${name} {\n${only.split(' ').join('\n')}\n}`
  if (kind === 'union') return `union ${name} ${only}`
  const above = allAbove(block, blocks)
  const inherited = above.flatMap((each) => [...(blocks.get(each)?.fields ?? [])])
  const implementing = above.length === 0 ? '' : ` implements ${above.join(' & ')}`
  const all = [...new Map([...inherited, ...fields])].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${kind} ${name}${implementing} {\n${all.map(([, field]) => field).join('\n')}\n}`
}

/** All interfaces above a block, the furthest first, so that fields of nearer ones override theirs. */
function allAbove({ interfaces }: Block, blocks: ReadonlyMap<string, Block>): readonly string[] {
  const found = interfaces.flatMap((each) => {
    const block = blocks.get(each)
    if (!block) throw new Error(`there is no interface ${each}`)
    return [...allAbove(block, blocks), each]
  })
  return [...new Set(found)]
}
