// The tools that agents call: each has a name, arguments that are checked as those of REST are, and its requests to REST.
import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { toRawArg } from '../core/raw-args.ts'
import { isMembers, memberAt, textAt, type Members } from '../core/json-value.ts'
import { readText } from '../core/plain-text.ts'
import { compileArgs, hasToBeGiven } from '../registry/args.ts'
import { idOf } from '../syndication/rest-lists.ts'
import { itemsIn, refusalText, Unanswered, type Asking } from './asking.ts'
import { locate, type AddressOptions } from './by-address.ts'
import { readDocument, summaryOf } from './documents.ts'
import type { Kinds } from './kinds.ts'

export interface ToolOptions extends AddressOptions {
  readonly kinds: Kinds
  readonly brand: string
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Members
  /** Checks the arguments and fills in their defaults; a failure where they are wrong. */
  readonly prepare: (raw: Members) => PreparedCall | Failure
}

export interface PreparedCall {
  readonly args: Members
  readonly answer: (asking: Asking) => Promise<Members | Unanswered | Failure>
}

export function createTools(options: ToolOptions): readonly Tool[] {
  return [searchTool(options), readTool(options), listTool(options)]
}

const limit = Type.Integer({ description: 'At most so many items.', default: 10, minimum: 1, maximum: 50 })
const text = (description: string, more: { readonly pattern?: string } = {}) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 2000, ...more }))
const word = (words: readonly string[], description: string, more: { readonly default?: string } = {}) =>
  Type.Enum([...words], { type: 'string', description, ...more })

function searchTool({ kinds: { searched }, brand }: ToolOptions): Tool {
  const args = {
    text: Type.String({ description: 'Words that all have to be there.', minLength: 1, maxLength: 500 }),
    kind: Type.Optional(
      word([...searched.content, ...searched.terms], 'One content type, or a taxonomy to find terms.'),
    ),
    limit,
  }
  return tool(
    'search',
    'Search the site',
    'Finds content by words, best match first, or terms of a taxonomy: their ids, titles and addresses.',
    args,
    async ({ text: search, kind, limit: most }, asking) => {
      const isTerm = kind !== undefined && !searched.content.includes(kind)
      const got = await asking.get(`/${brand}/v2/search`, {
        search,
        type: isTerm ? 'term' : 'post',
        ...(kind === undefined ? {} : { subtype: kind }),
        per_page: String(most),
        _fields: 'id,title,url,type,subtype',
      })
      if (got instanceof Unanswered) return got
      const items = itemsIn(got.value).map((item) => ({
        id: memberAt(item, 'id'),
        kind: textAt(item, 'subtype') || textAt(item, 'type'),
        title: readText(textAt(item, 'title')),
        address: textAt(item, 'url'),
      }))
      return { items }
    },
  )
}

function readTool(options: ToolOptions): Tool {
  const { pageLists } = options.kinds
  const args = {
    address: text('The address of a post or page on the site, or its path.'),
    id: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        description: 'Its id, in place of an address.',
      }),
    ),
    type: Type.Optional(
      word(
        pageLists.map((each) => each.type),
        'The content type of the id (default: the first one).',
      ),
    ),
    format: Type.Enum(['text', 'html'], {
      type: 'string',
      description: 'Plain text, or rendered HTML.',
      default: 'text',
    }),
    from: Type.Integer({
      description: 'The character to begin at: `next` of the piece before.',
      default: 0,
      minimum: 0,
      maximum: 1_000_000_000,
    }),
  }
  return tool(
    'read',
    'Read a page',
    'The content of one post or page, with its title, author, times and terms.',
    args,
    async ({ address, id, type, ...form }, asking) => {
      if ((address === undefined) === (id === undefined))
        return wrong('address', 'either address or id is needed')
      if (id === '' || /[/\\%?#]|\p{Cs}/u.test(String(id))) return wrong('id', 'that is no id')
      const list = pageLists.find((each) => type === undefined || each.type === type)
      if (list === undefined) return fail('rest_no_route')
      const located =
        address === undefined ? { list, id: String(id) } : await locate(address, pageLists, asking, options)
      if (located === null) return fail('rest_post_invalid_id', 'Nothing is published at this address.')
      if (isFailure(located) || located instanceof Unanswered) return located
      const read = await readDocument(located, form, { asking, brand: options.brand })
      // Some databases have text ids, so REST decides by its routes what is no id
      const isNoId =
        id !== undefined && read instanceof Unanswered && refusalText(read).startsWith('rest_no_route:')
      return isNoId ? wrong('id', 'that is no id') : read
    },
  )
}

const time = { pattern: String.raw`^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?)?$` }

function listTool({ kinds }: ToolOptions): Tool {
  const { pageLists, termLists } = kinds
  const filtering = termLists.filter(({ taxonomy }) =>
    pageLists.some(({ taxonomies }) => taxonomies.includes(taxonomy)),
  )
  const types = pageLists.map((each) => each.type)
  const args = {
    type: word(types, 'The content type.', types[0] === undefined ? {} : { default: types[0] }),
    taxonomy: Type.Optional(
      word(
        filtering.map(({ taxonomy }) => taxonomy),
        'The taxonomy of the term.',
      ),
    ),
    term: text('Only items with this term: its slug, or its id.'),
    after: text('Only items published after this date or time.', time),
    before: text('Only items published before this date or time.', time),
    limit,
    cursor: text('Where to go on: the cursor of the answer before.'),
  }
  return tool(
    'list',
    'List content',
    'Content of one type, newest first, by term and date, a page at a time.',
    args,
    async ({ type, taxonomy, term, after, before, limit: most, cursor = '' }, asking) => {
      const list = pageLists.find((each) => each.type === type)
      if (list === undefined) return fail('rest_no_route')
      if ((taxonomy === undefined) !== (term === undefined))
        return wrong(taxonomy === undefined ? 'taxonomy' : 'term', 'taxonomy and term go together')
      const terms = filtering.find((each) => each.taxonomy === taxonomy)
      if (terms && !list.taxonomies.includes(terms.taxonomy))
        return wrong('taxonomy', `${type} has no ${terms.taxonomy}`)
      const id = terms ? await termId(terms.path, term ?? '', asking) : null
      if (id !== null && typeof id !== 'string') return id
      const got = await asking.get(list.path, {
        per_page: String(most),
        cursor,
        ...(terms && id !== null ? { [terms.base]: id } : {}),
        ...(after === undefined ? {} : { after: timeOf(after) }),
        ...(before === undefined ? {} : { before: timeOf(before) }),
        _fields: 'id,type,link,title.rendered,date_gmt,modified_gmt',
      })
      if (got instanceof Unanswered) return got
      const items = itemsIn(got.value).map(summaryOf)
      return { items, ...(got.next === null ? {} : { cursor: got.next }) }
    },
  )
}

async function termId(path: string, term: string, asking: Asking): Promise<string | Unanswered | Failure> {
  if (/^\d{1,20}$/.test(term)) return term
  const got = await asking.get(path, { slug: term, per_page: '1', _fields: 'id' })
  if (got instanceof Unanswered) return got
  const [found] = itemsIn(got.value)
  return found === undefined ? wrong('term', 'there is no term with this slug') : idOf(found)
}

function timeOf(raw: string): string {
  return raw.includes('T') ? raw : `${raw}T00:00:00`
}

function tool<A extends TProperties>(
  name: string,
  title: string,
  description: string,
  args: A,
  answer: (args: Static<TObject<A>>, asking: Asking) => Promise<Members | Unanswered | Failure>,
): Tool {
  const parse = compileArgs(args)
  const required = Object.keys(args).filter((each) => hasToBeGiven(args[each] ?? {}))
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties: args, required, additionalProperties: false },
    prepare: (members) => {
      const unknown = Object.keys(members).find((each) => !Object.hasOwn(args, each))
      if (unknown !== undefined) return wrong(unknown.slice(0, 50), 'there is no such argument')
      const raw = Object.entries(members).map(([key, value]) => [key, toRawArg(value, 0)] as const)
      const nested = raw.find(([, each]) => each === null)
      if (nested) return wrong(nested[0], 'neither a list nor an object is expected')
      const parsed = parse(new Map(raw.flatMap(([key, each]) => (each ? [[key, each.raw]] : [])))).args
      if (isFailure(parsed)) return parsed
      return { args: isMembers(parsed) ? parsed : {}, answer: (asking) => answer(parsed, asking) }
    },
  }
}

function wrong(name: string, message: string): Failure {
  return fail('rest_invalid_param', `Invalid parameter(s): ${name}`, {
    params: { [name]: { code: null, message: `${name}: ${message}.`, data: null } },
  })
}
