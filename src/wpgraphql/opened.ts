// Opens a request: its reading, the site, and the schema of that site; and reads and registers its documents.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { KeptTexts, TextsOfRequest } from '../graphql/kept-texts.ts'
import type { PersistedDocuments, PersistedHash } from '../graphql/persisted.ts'
import type { Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { Site } from '../site/site.ts'
import type { WpServed } from './served.ts'

export interface OpenOptions {
  /** Null until the database is found. */
  readonly served: () => {
    readonly wpgraphql: WpServed
    readonly newReading: () => Reading
    readonly texts: KeptTexts
  } | null
  readonly readSite: ReadSite
  readonly persisted: PersistedDocuments
}

/** The rows and texts of a request, and the schema of the site. */
export interface Opened {
  readonly reading: Reading
  readonly site: Site
  readonly texts: TextsOfRequest | null
  readonly read: ReturnType<WpServed>
}

/** `viewer` is null where documents are read only, and no text is made. */
export async function open(
  { served, readSite }: OpenOptions,
  viewer: Viewer | null,
): Promise<Opened | Failure> {
  const catalog = served()
  if (catalog === null) return fail('database_unavailable', undefined, { retryAfterS: 2 })
  const reading = catalog.newReading()
  const texts = viewer && catalog.texts.begin(viewer, reading)
  const site = await readSite(reading)
  if (!isFailure(site)) return { reading, site, texts, read: catalog.wpgraphql(site) }
  texts?.end()
  return site
}

/** Reads a document, and registers it under its hash if it may run, even where its answer is cached. */
export function readText(
  text: string,
  hash: PersistedHash | null,
  { read }: Opened,
  { persisted }: OpenOptions,
): ReturnType<Opened['read']> {
  const found = read(text)
  if (hash && !('errors' in found)) persisted.register(text, hash)
  return found
}
