// Documents by their hash. A client sends the hash alone; where nobody registered it yet, it is told so, and sends the
// text with the hash once (Apollo's automatic persisted queries). Or only listed documents run, and nothing registers.
import { hash as digest } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BoundedMaps } from '../cache/bounded-map.ts'
import { fail, type Failure } from '../core/failure.ts'

/** What a request says in `extensions.persistedQuery`. */
export interface PersistedHash {
  readonly version: unknown
  readonly sha256: string
}

export interface PersistedDocuments {
  /** The text of the document that is asked for. */
  readonly find: (query: string | null, hash: PersistedHash | null) => string | Failure
  /** Keeps a document that may run under the hash that it was sent with, which `find` has compared. */
  readonly register: (query: string, hash: PersistedHash) => void
  /** The texts of the only ones that run; null where any may. */
  readonly listed: ReadonlySet<string> | null
}

export interface PersistedOptions {
  /** Of the list of the only documents that run. */
  readonly listPath: string | undefined
  /** Of texts that are registered; 0: none is. */
  readonly registeredBytesMax: number
  readonly maps: BoundedMaps
}

/** A sentence where the list cannot be read. */
export async function loadPersisted(options: PersistedOptions): Promise<PersistedDocuments | string> {
  if (options.listPath === undefined) return openDocuments(options)
  try {
    const list = readList(JSON.parse(await readFile(options.listPath, 'utf8')))
    return typeof list === 'string' ? list : listedDocuments(list)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function openDocuments({ registeredBytesMax, maps }: PersistedOptions): PersistedDocuments {
  const registered =
    registeredBytesMax === 0 ? null : maps.make('registered_documents', registeredBytesMax, registeredBytes)
  return {
    listed: null,
    find: (query, hash) => {
      if (hash === null) return query ?? fail('persisted_query_not_found')
      if (registered === null || hash.version !== 1) return query ?? fail('persisted_query_not_supported')
      if (query === null) return registered.get(hash.sha256)?.query ?? fail('persisted_query_not_found')
      // What is registered needs no hashing again
      if (registered.get(hash.sha256)?.query === query || hash.sha256 === sha256(query)) return query
      return fail('persisted_query_mismatch')
    },
    register: (query, { version, sha256: key }) => {
      if (version === 1) registered?.set(key, { query })
    },
  }
}

/** Only these run: by the ids of their list, or by their SHA-256. */
function listedDocuments(listed: ReadonlyMap<string, string>): PersistedDocuments {
  const texts = new Set(listed.values())
  const byHash = new Map([...texts].map((text) => [sha256(text), text]))
  return {
    listed: texts,
    find: (query, hash) => {
      if (query !== null) return texts.has(query) ? query : fail('document_not_listed')
      const key = hash?.sha256 ?? ''
      return listed.get(key) ?? byHash.get(key) ?? fail('document_not_listed')
    },
    register: () => {},
  }
}

/**
 * A list as clients' tools write it: an object of texts by their ids (Relay, GraphQL Code Generator), or Apollo's
 * manifest; else what is wrong with it.
 */
function readList(value: unknown): ReadonlyMap<string, string> | string {
  const listed = isObject(value) && Array.isArray(value['operations']) ? manifest(value['operations']) : value
  if (!isObject(listed)) return 'it has to be an object of documents by their hashes'
  const entries = Object.entries(listed).flatMap(([id, text]) =>
    typeof text === 'string' ? [[id, text] as const] : [],
  )
  if (entries.length < Object.keys(listed).length) return 'each of its documents has to be text'
  return new Map(entries)
}

function manifest(operations: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    operations.map((operation) =>
      isObject(operation) ? [String(operation['id']), operation['body']] : ['', null],
    ),
  )
}

function registeredBytes(hash: string, { query }: { readonly query: string }): number {
  return 2 * (hash.length + query.length) + entryBytes
}

const entryBytes = 256

function sha256(text: string): string {
  return digest('sha256', text, 'hex')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
