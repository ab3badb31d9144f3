// Sharing of answers between gateways with the same REDIS_URL. They share where program, settings, extensions, the theme's files
// and what was found in the database at the start are the same.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSharedAnswers, type SharedAnswers } from '../cache/shared-answers.ts'
import type { Observe } from '../core/observation.ts'
import { once } from '../core/once.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import type { Config } from '../settings/config.ts'
import { dividedLimits } from '../settings/divided-limits.ts'
import type { AnswerStore } from '../core/answer-store.ts'
import { sharedSeal } from './database-options.ts'
import type { Opened } from './open.ts'

export interface Sharing {
  readonly answers: SharedAnswers
  readonly stop: () => void
}

export interface SharingOptions {
  readonly publicUrl: string
  readonly invalidator: Pick<Invalidator, 'recent' | 'isProven'>
  readonly observe: Observe
}

/** Null where the settings share no answers. */
export function shareAnswers(
  config: Config,
  { definitions }: Pick<Opened, 'definitions'>,
  { publicUrl, invalidator, observe }: SharingOptions,
): Sharing | null {
  const { redisUrl: url, redisBytesMax: bytesMax, cacheBytesMax, cacheLifeMs: lifeMs } = config
  const seal = sharedSeal(config)
  if (url === undefined || seal === null || bytesMax === 0 || cacheBytesMax === 0) return null
  const extensions = filesOfExtensions(config)
  if (extensions === null) {
    observe({ kind: 'warning', message: unshared })
    return null
  }
  const made = { program: programMark(), publicUrl, extensions, ...ofSettings(config) }
  const { packs, themeFiles, icons } = definitions
  const { marks, dateNames, words, translations } = definitions.renderers
  const texts = [...(translations?.texts ?? [])]
  const mark = hash(
    'sha256',
    JSON.stringify([made, packs.markThen, themeFiles, icons, marks, dateNames, words, texts]),
  )
  const store = laterStore(async () => {
    const { createAnswerStore } = await import('../valkey/answer-store.ts')
    return createAnswerStore({ url, seal, site: config.publicUrl ?? '', bytesMax })
  }, observe)
  const { recent, isProven } = invalidator
  return {
    answers: createSharedAnswers({
      store,
      nameOf: (key) => seal.nameOf(`${mark}\n${key}`),
      lifeMs,
      place: recent.place,
      against: recent.against,
      isProven,
      observe,
    }),
    stop: store.stop,
  }
}

const unshared =
  'no responses are shared with other gateways: there are too many files beside the extensions to tell whether these are the same'

/** Settings that may differ between gateways that share answers. */
const mayDiffer = [
  'host',
  'port',
  'adminHost',
  'adminPort',
  'adminToken',
  'workers',
  'databaseUrl',
  'databaseSeed',
  'writeDatabaseUrl',
  'binlogServerId',
  'redisUrl',
  'redisCounts',
  'wrongPerAccountMax',
  'wrongPerAddressMax',
  'logLevel',
  'warmStartFile',
  'totalsFile',
  'totalsSaveMs',
  'otelExporterOtlpEndpoint',
  'otelServiceName',
  'tracesOneIn',
  ...dividedLimits,
] as const satisfies readonly (keyof Config)[]

function ofSettings(config: Config): Readonly<Record<string, unknown>> {
  const leftOut: ReadonlySet<string> = new Set(mayDiffer)
  const { graphqlDocuments: documents, acfJson } = config
  return {
    settings: Object.entries(config)
      .filter(([name]) => !leftOut.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    documents: documents === undefined ? null : hash('sha256', readFileSync(documents)),
    acfJson: acfJson === undefined ? null : digestOf(acfJson, Infinity),
  }
}

const filesMax = 500

/** A digest of the files in each extension's folder, which it may import; null where there are too many. */
function filesOfExtensions({ extensions }: Config): string | null {
  const digests = [...new Set(extensions.map((file) => dirname(resolve(file))))].map((folder) =>
    digestOf(folder, filesMax),
  )
  return digests.includes(null) ? null : JSON.stringify(digests)
}

/** The files of this program, in dist/ or src/. */
const programMark = once(() => {
  const isSource = import.meta.url.endsWith('.ts')
  return digestOf(fileURLToPath(new URL(isSource ? '..' : '.', import.meta.url)), Infinity)
})

function digestOf(folder: string, max: number): string | null {
  const files = globSync('**/*.{ts,mts,cts,js,mjs,cjs,json}', {
    cwd: folder,
    exclude: ['**/node_modules/**'],
  }).toSorted()
  if (files.length > max) return null
  return hash(
    'sha256',
    JSON.stringify(files.map((file) => [file, hash('sha256', readFileSync(join(folder, file)))])),
  )
}

/** Loads the client library only where it is used; until it is loaded the store finds nothing. */
function laterStore(open: () => Promise<AnswerStore>, observe: Observe): AnswerStore {
  let store: AnswerStore | null = null
  const opening = open().then(
    (opened) => (store = opened),
    (error: unknown) => {
      observe({ kind: 'error', error, during: 'opening the store of shared answers' })
      return null
    },
  )
  return {
    find: async (name, isPatient) => (store === null ? 'late' : store.find(name, isPatient)),
    claim: async (name, forMs) => (store === null ? true : store.claim(name, forMs)),
    release: (name) => store?.release(name),
    keep: async (name, bytes, lifeMs) => store?.keep(name, bytes, lifeMs),
    stop: () => void opening.then((opened) => opened?.stop()),
  }
}
