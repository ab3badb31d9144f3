// Turns a query's text into a document: parsed, within its limits, valid in a view, with its cost. Documents are
// cached, because this costs more than executing them. Limits are checked cheapest first: text, tokens, syntax,
// schema.
import { GraphQLError, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { BoundedMap } from '../cache/bounded-map.ts'
import { fail } from '../core/failure.ts'
import { toGraphError } from './context.ts'
import { createCheck } from './check-document.ts'
import { createCost, type CostOf, type CostOptions } from './cost.ts'
import { refuseLarge, tooLarge, type DocumentLimits } from './limits.ts'
import { intendedView, viewNames, type ViewName, type Views } from './views.ts'

export interface DocumentOptions {
  readonly limits: DocumentLimits
  readonly cost: CostOptions
  /** True where documents may use introspection. */
  readonly introspection: boolean
}

/** A document that may run, with its schema. */
export interface RunnableDocument {
  readonly view: ViewName
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly costOf: CostOf
}

export interface RefusedDocument {
  readonly errors: readonly GraphQLError[]
}

export interface Documents {
  /** Returns a document for the view that the request pins, else for the first view that it is valid in. */
  readonly read: (query: string, pinned: ViewName | null) => RunnableDocument | RefusedDocument
}

export function createDocuments(
  views: Views,
  { limits, cost, introspection }: DocumentOptions,
  kept: BoundedMap<string, RunnableDocument>,
): Documents {
  const check = createCheck(introspection)
  const weigh = { cursor: createCost(views.cursor, cost), offset: createCost(views.offset, cost) }
  return {
    read: (query, pinned) => {
      const before = kept.get(keyOf(query, pinned))
      if (before) return before
      const read = readDocument(query, pinned)
      // Refused documents are not cached: they take far more memory than their text, and no client repeats them often
      if ('document' in read) kept.set(keyOf(query, pinned), read)
      return read
    },
  }

  function readDocument(query: string, pinned: ViewName | null): RunnableDocument | RefusedDocument {
    const document = parseWithin(query, limits)
    if (document instanceof GraphQLError) return { errors: [document] }
    const refused = new Map<ViewName, RefusedDocument>()
    for (const view of pinned === null ? viewNames : [pinned]) {
      const schema = views[view]
      const errors = check(schema, document)
      if (errors.length === 0) return { view, schema, document, costOf: weigh[view](document) }
      refused.set(view, { errors })
    }
    return refused.get(pinned ?? intendedView(document)) ?? { errors: [] }
  }
}

function keyOf(query: string, pinned: ViewName | null): string {
  return `${pinned ?? ''} ${query}`
}

/** The estimated size of a cached document: its text, and the syntax nodes of its tokens. */
export function documentBytes(key: string, { document }: { readonly document: DocumentNode }): number {
  return key.length * 2 + (document.tokenCount ?? key.length) * tokenBytes
}

const tokenBytes = 512

/** Parses a text within the limits; else returns an error, which names an exceeded limit. */
export function parseWithin(query: string, limits: DocumentLimits): DocumentNode | GraphQLError {
  const document = parseText(query, limits)
  return document instanceof GraphQLError ? document : (refuseLarge(document, limits) ?? document)
}

function parseText(query: string, { bytesMax, tokensMax }: DocumentLimits): DocumentNode | GraphQLError {
  if (Buffer.byteLength(query) > bytesMax) return tooLarge(`The document is larger than ${bytesMax} bytes.`)
  try {
    return parse(query, { maxTokens: tokensMax })
  } catch (error) {
    // The document is nested too deeply for the parser's recursion
    if (error instanceof RangeError) return toGraphError(fail('document_too_large'))
    if (!(error instanceof GraphQLError)) throw error
    const tooMany = error.message.includes('tokens. Parsing aborted')
    return tooMany ? tooLarge(`The document has more than ${tokensMax} tokens.`) : error
  }
}
