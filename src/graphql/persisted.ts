// Persisted documents. A client sends a hash alone; where no document is registered under it, the gateway refuses, and
// the client sends the text with the hash once (Apollo's automatic persisted queries). With a list of documents only
// those run, and none can be registered.
import { hash as digest } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BoundedMaps } from '../cache/bounded-map.ts'
import { fail, type Failure } from '../core/failure.ts'
import { isMembers } from '../core/json-value.ts'

/** The value of `extensions.persistedQuery`. */
export interface PersistedHash {
  readonly version: unknown
  readonly sha256: string
}

export interface PersistedDocuments {
  /** Returns the text of the requested document. */
  readonly find: (query: string | null, hash: PersistedHash | null) => string | Failure
  /** Registers a document that may run under its hash, which `find` has verified. */
  readonly register: (query: string, hash: PersistedHash) => void
  /** The texts of the listed documents; null where any document may run. */
  readonly listed: ReadonlySet<string> | null
}

export interface PersistedOptions {
  /** The path of the list of documents that may run. */
  readonly listPath: string | undefined
  /** The limit of registered texts; with 0 none is registered. */
  readonly registeredBytesMax: number
  readonly maps: BoundedMaps
}

/** Returns a sentence where the list cannot be read. */
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
      // A registered text has been hashed before
      if (registered.get(hash.sha256)?.query === query || hash.sha256 === sha256(query)) return query
      return fail('persisted_query_mismatch')
    },
    register: (query, { version, sha256: key }) => {
      if (version === 1) registered?.set(key, { query })
    },
  }
}

/** Listed documents are found by their ids, or by their SHA-256. */
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
 * Reads a list as clients' tools write it: an object of texts by id (Relay, GraphQL Code Generator), or Apollo's
 * manifest; returns a sentence where it is neither.
 */
function readList(value: unknown): ReadonlyMap<string, string> | string {
  const listed =
    isMembers(value) && Array.isArray(value['operations']) ? manifest(value['operations']) : value
  if (!isMembers(listed)) return 'it has to be an object of documents by their hashes'
  const entries = Object.entries(listed).flatMap(([id, text]) =>
    typeof text === 'string' ? [[id, text] as const] : [],
  )
  if (entries.length < Object.keys(listed).length) return 'each of its documents has to be text'
  return new Map(entries)
}

function manifest(operations: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    operations.map((operation) =>
      isMembers(operation) ? [String(operation['id']), operation['body']] : ['', null],
    ),
  )
}

function registeredBytes(hash: string, { query }: { readonly query: string }): number {
  return 2 * (hash.length + query.length) + entryBytes
}

const entryBytes = 256

export function sha256(text: string): string {
  return digest('sha256', text, 'hex')
}
