// Describes a route in OpenAPI 3.1: its path with parameters in braces, and an operation for each method.
import type { TSchema } from 'typebox'
import { hasToBeGiven } from '../../registry/args.ts'
import type { Route } from '../../registry/registry.ts'
import { argumentSchema, type Document } from './openapi-schema.ts'

export interface OpenApiPath {
  /** The path in OpenAPI's form: `/cms/v2/posts/{id}`. */
  readonly path: string
  /** The patterns of the parameters, by name. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Converts `/posts/(?P<id>[\d]+)` to `/posts/{id}`; a pattern ends at the bracket that closes the one before its name. */
export function openApiPath(pattern: string): OpenApiPath {
  const parameters = new Map<string, string>()
  let path = ''
  let rest = pattern
  for (let found = named.exec(rest); found; found = named.exec(rest)) {
    const [opening, name = ''] = found
    const inside = rest.slice(found.index + opening.length)
    const end = closingBracket(inside)
    path += `${rest.slice(0, found.index)}{${name}}`
    parameters.set(name, inside.slice(0, end))
    rest = inside.slice(end + 1)
  }
  return { path: path + rest, parameters }
}

const named = /\(\?P<(\w+)>/

function closingBracket(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return text.length
}

type Method = Route['methods'][number]

export interface Named {
  /** The name of the route's schema among the components. */
  readonly schemaName: string | null
  readonly brand: string
}

export function openApiOperation(
  route: Route,
  method: Method,
  { path, parameters }: OpenApiPath,
  { schemaName, brand }: Named,
): Document {
  const inPath = [...parameters].map(([name, pattern]) => pathParameter(name, pattern, route.allArgs[name]))
  const others = Object.entries(route.allArgs).filter(([name]) => !parameters.has(name))
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const chosen =
    method === 'GET' ? [reference('parameters', '_fields'), reference('parameters', '_embed')] : []
  return {
    summary: summaryOf(route, method, path),
    ...(route.lists === 'page'
      ? { description: 'One page; the headers say how many pages and items there are.' }
      : {}),
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z0-9]+/gi, '_').replace(/_$/, '')}`,
    ...(schemaName === null ? {} : { tags: [schemaName] }),
    parameters: [...inPath, ...(hasBody ? [] : others.flatMap(queryParameters)), ...chosen],
    ...(hasBody && others.length > 0 ? { requestBody: bodyOf(others) } : {}),
    responses: {
      [method === 'GET' ? '200' : '2XX']: answerOf(route, schemaName, brand),
      '4XX': reference('responses', 'Refused'),
      '5XX': reference('responses', 'Failed'),
    },
  }
}

/** Describes the path in words: `List posts`, `Read one of posts by slug`, `List revisions of one of posts`. */
function summaryOf({ lists, namespace }: Route, method: Method, path: string): string {
  const parts = path.slice(namespace.length + 1).split('/')
  let what = ''
  for (const [at, part] of parts.entries()) {
    if (part === '') continue
    if (part === 'by-slug' && at === parts.length - 2) return `${verbs[method]} one of ${what} by slug`
    const word = part.replaceAll(/[-_]/g, ' ')
    what = part.startsWith('{') ? `one of ${what}` : what === '' ? word : `${word} of ${what}`
  }
  if (what === '' || /^one of $/.test(what))
    return `Read the index${namespace === '' ? '' : ` of ${namespace}`}`
  return `${lists === undefined ? verbs[method] : 'List'} ${what}`
}

const verbs: Readonly<Record<Method, string>> = {
  GET: 'Read',
  POST: 'Send',
  PUT: 'Replace',
  PATCH: 'Change',
  DELETE: 'Delete',
}

type Arg = readonly [name: string, schema: TSchema]

function reference(kind: 'parameters' | 'responses' | 'schemas' | 'headers', name: string): Document {
  return { $ref: `#/components/${kind}/${name}` }
}

function pathParameter(name: string, pattern: string, schema: TSchema | undefined): Document {
  const { description = known.get(name), ...own } = schema
    ? argumentSchema(schema)
    : { type: 'string', pattern: `^${pattern}$` }
  return { name, in: 'path', required: true, ...(description ? { description } : {}), schema: own }
}

/** Descriptions of arguments for which WordPress has none. */
const known: ReadonlyMap<string, string> = new Map([
  ['context', 'Which fields an item has.'],
  ['format', 'The format of the answer.'],
  ['id', 'The id of the item.'],
  ['maxwidth', 'The greatest width of the frame, in pixels.'],
  ['namespace', 'The namespace.'],
  ['user_id', 'The id of the account, or me.'],
  ['uuid', 'The uuid of the application password.'],
])

/** The parameters of an argument: one that is a list or an object is documented as the list, and as one parameter for each member of the object. */
function queryParameters([name, schema]: Arg): readonly Document[] {
  const { description = known.get(name), ...own } = argumentSchema(schema)
  const [list, object] = formsOf(own)
  const parameter = (as: string, form: Document): Document => ({
    name: as,
    in: 'query',
    ...(description ? { description } : {}),
    ...(hasToBeGiven(schema) ? { required: true } : {}),
    // Clients separate the members of lists with commas
    ...(form['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...(form['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: form,
  })
  return [
    parameter(name, list),
    ...Object.entries(object).map(([key, member]) => parameter(`${name}[${key}]`, member)),
  ]
}

/** The list and the members of the object, for a schema that allows either. */
function formsOf(schema: Document): readonly [Document, Readonly<Record<string, Document>>] {
  const { oneOf } = schema
  if (!Array.isArray(oneOf)) return [schema, {}]
  const forms: readonly Document[] = oneOf
  const list = forms.find(({ type }) => type === 'array')
  const members = forms.find(({ type }) => type === 'object')?.['properties']
  return list && typeof members === 'object' && members !== null ? [list, { ...members }] : [schema, {}]
}

function bodyOf(args: readonly Arg[]): Document {
  const required = args.filter(([, schema]) => hasToBeGiven(schema)).map(([name]) => name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(args.map(([name, each]) => [name, argumentSchema(each)])),
    ...(required.length > 0 ? { required } : {}),
  }
  return {
    ...(required.length > 0 ? { required: true } : {}),
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  }
}

function answerOf({ lists }: Route, schemaName: string | null, brand: string): Document {
  const header = `X-${brand.toUpperCase()}-Total`
  const item = schemaName === null ? {} : reference('schemas', schemaName)
  return {
    description: lists === undefined ? 'What was asked for.' : 'Those that were asked for.',
    ...(lists === 'page'
      ? {
          headers: {
            Link: reference('headers', 'Link'),
            [header]: reference('headers', 'Total'),
            [`${header}Pages`]: reference('headers', 'TotalPages'),
          },
        }
      : {}),
    content: { 'application/json': { schema: listed(lists, item) } },
  }
}

function listed(lists: Route['lists'], item: Document): Document {
  switch (lists) {
    case undefined:
      return item
    case 'page':
    case 'whole':
      return { type: 'array', items: item }
    case 'named':
      return { type: 'object', additionalProperties: item }
    case 'named, if any':
      return {
        anyOf: [
          { type: 'object', additionalProperties: item },
          { type: 'array', maxItems: 0 },
        ],
      }
  }
}
