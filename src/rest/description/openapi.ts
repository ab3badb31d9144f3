// The interface as an OpenAPI 3.1 document, for client generators: every route of the registry with its arguments,
// answer and failures, and the security schemes. No part of it is written by hand for a route.
import { decodeEntities } from '../../core/entities.ts'
import { failures } from '../../core/failure-codes.ts'
import { isFailure } from '../../core/failure.ts'
import { mapValues } from '../../core/map-values.ts'
import { argSchema } from '../../registry/arg-schema.ts'
import type { AuthMethodDefinition } from '../../registry/auth-method.ts'
import type { Registry, Route } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import type { Site } from '../../site/site.ts'
import { openApiOperation, openApiPath } from './openapi-route.ts'
import { itemDocument, type Document } from './openapi-schema.ts'

export interface OpenApiOptions {
  /** Every route, once the registry is sealed. */
  readonly routes: () => readonly Route[]
  readonly authMethods: readonly AuthMethodDefinition[]
  readonly newReading: () => Reading
  readonly readSite: ReadSite
}

export function registerOpenApi(registry: Registry, options: OpenApiOptions): void {
  const { routes, authMethods, newReading, readSite } = options
  registry.route({
    namespace: '',
    path: '/openapi.json',
    methods: ['GET'],
    isOwn: true,
    args: {},
    permission: 'public',
    handle: async () => {
      const reading = newReading()
      const site = await readSite(reading)
      if (isFailure(site)) return site
      const body = openApiDocument(routes(), authMethods, site)
      return { body, headers: [], tags: reading.tags, store: 'shared' }
    },
  })
}

function openApiDocument(
  routes: readonly Route[],
  authMethods: readonly AuthMethodDefinition[],
  site: Site,
): Document {
  const { brand, restUrl } = site
  const schemas = namedSchemas(routes)
  const schemes = authMethods
    .map(({ schemes: of }) => of?.(site) ?? null)
    .filter((together) => together !== null)
  return {
    openapi: '3.1.1',
    info: {
      title: decodeEntities(site.option('blogname')) || 'Lectern',
      version: '2',
      description:
        'The REST interface of this gateway, which only reads. Lists in a query are written with commas. Ids are written with all their digits, also where a double does not hold them exactly.',
    },
    tags: tagsOf(schemas),
    servers: [{ url: restUrl }],
    // Clients may request every route without credentials; the answer depends on the viewer
    security: [{}, ...schemes.map((together) => mapValues(together, () => []))],
    paths: pathsOf(routes, schemas, brand),
    components: {
      schemas: {
        ...Object.fromEntries([...schemas.values()].map(({ name, document }) => [name, document])),
        ...commonSchemas,
      },
      parameters: commonParameters,
      headers: commonHeaders,
      responses: commonResponses,
      securitySchemes: Object.fromEntries(schemes.flatMap((together) => Object.entries(together))),
    },
  }
}

/** Groups operations by the schema of their answers. */
function tagsOf(schemas: ReadonlyMap<string, NamedSchema>): readonly Document[] {
  return [...schemas.values()].map(({ name }) => ({ name }))
}

interface NamedSchema {
  readonly name: string
  readonly document: Document
}

/** The routes' schemas by their JSON, each named by its title, with a number where an earlier one has the same title. */
function namedSchemas(routes: readonly Route[]): ReadonlyMap<string, NamedSchema> {
  const schemas = new Map<string, NamedSchema>()
  const taken = new Map<string, number>()
  for (const { schema, pattern } of routes) {
    if (!schema || schemas.has(JSON.stringify(schema))) continue
    const title = (argSchema(schema).title || pattern).replaceAll(/[^\w.-]+/g, '-')
    const nth = (taken.get(title) ?? 0) + 1
    taken.set(title, nth)
    const name = nth === 1 ? title : `${title}-${nth}`
    schemas.set(JSON.stringify(schema), { name, document: itemDocument(schema) })
  }
  return schemas
}

function pathsOf(
  routes: readonly Route[],
  schemas: ReadonlyMap<string, NamedSchema>,
  brand: string,
): Document {
  const paths = new Map<string, Record<string, unknown>>()
  for (const route of routes) {
    const path = openApiPath(route.pattern)
    const operations = paths.get(path.path) ?? {}
    paths.set(path.path, operations)
    const schemaName = (route.schema && schemas.get(JSON.stringify(route.schema))?.name) ?? null
    for (const method of route.methods)
      operations[method.toLowerCase()] = openApiOperation(route, method, path, { schemaName, brand })
  }
  return Object.fromEntries(paths)
}

const link = {
  type: 'object',
  properties: {
    href: { type: 'string' },
    embeddable: { type: 'boolean' },
    templated: { type: 'boolean' },
  },
  additionalProperties: true,
}

const commonSchemas: Document = {
  Links: {
    description: 'Where the item leads, by relation.',
    type: 'object',
    additionalProperties: { type: 'array', items: link },
  },
  Embedded: {
    description:
      'What was asked for with `_embed`, by relation: what each link leads to, or why it is not shown.',
    type: 'object',
    additionalProperties: { type: 'array', items: {} },
  },
  Failure: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: {
        description: 'What happened: a code of this gateway, or one of an extension.',
        anyOf: [
          { type: 'string', enum: Object.keys(failures) },
          { type: 'string', pattern: '^x_' },
        ],
      },
      message: { description: 'The same in words.', type: 'string' },
      data: {
        type: 'object',
        properties: {
          status: { description: 'The HTTP status.', type: 'integer' },
          params: {
            description: 'The arguments that are missing, or why each was refused.',
            anyOf: [
              { type: 'array', items: { type: 'string' } },
              { type: 'object', additionalProperties: { type: 'string' } },
            ],
          },
          details: {
            description: 'The arguments that their schema refused, with the code of each.',
            anyOf: [
              { type: 'array', items: {} },
              { type: 'object', additionalProperties: { $ref: '#/components/schemas/Detail' } },
            ],
          },
        },
        additionalProperties: true,
      },
    },
  },
  Detail: {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'string' }, message: { type: 'string' }, data: {} },
  },
}

const listOfNames = { type: 'array', items: { type: 'string' } }

const commonParameters: Document = {
  _fields: {
    name: '_fields',
    in: 'query',
    description: 'The members that the answer is to have, with dots into them.',
    style: 'form',
    explode: false,
    schema: listOfNames,
  },
  _embed: {
    name: '_embed',
    in: 'query',
    description: 'The relations whose items are to come with the answer; all of them for 1.',
    style: 'form',
    explode: false,
    schema: listOfNames,
  },
}

const commonHeaders: Document = {
  Link: { description: 'The pages before and after.', schema: { type: 'string' } },
  Total: { description: 'How many there are on all pages.', schema: { type: 'integer' } },
  TotalPages: { description: 'How many pages there are.', schema: { type: 'integer' } },
}

const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

const commonResponses: Document = {
  Refused: { description: 'Why the request is not answered.', content: failure },
  Failed: {
    description: 'Why it cannot be answered now.',
    headers: {
      'Retry-After': { description: 'In how many seconds to try again.', schema: { type: 'integer' } },
    },
    content: failure,
  },
}
