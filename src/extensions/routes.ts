// Converts routes of extensions to routes of the registry. A handler that throws, hangs or returns something that
// JSON cannot hold costs its request a plain 500, which is logged with the extension's file.
import { fail, failOwn, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { boundedTotal, pagesBeside, totals } from '../core/pages.ts'
import type { Answer, RouteInput } from '../registry/route.ts'
import type { Registry } from '../registry/registry.ts'
import type { Reading } from '../read/execute.ts'
import type { ReadPlugInRows } from '../read/plug-in-table.ts'
import type { Site } from '../site/site.ts'
import { PagedAnswer, StatusAnswer, type ExtensionRoute } from './extension.ts'
import { plainJson } from './guard.ts'
import { broken, ownersFirst, reasonOf, type Broken, type LoadedExtension } from './load.ts'
import { createRead, ReadFailed, whole, type ReadOptions } from './read.ts'
import { watched } from './watched-request.ts'
import { within } from './within.ts'
import type { Write } from './write.ts'

export interface RouteTools extends ReadOptions {
  readonly newReading: () => Reading
  /** Writes to the extension's own tables. */
  readonly writeOf: (extension: LoadedExtension) => Write
  readonly readPlugInRows: ReadPlugInRows
  readonly handlerTimeoutMs: number
  /** True where requests without a route are proxied to WordPress. */
  readonly passesOn: boolean
  readonly observe: Observe
}

/** Registers all routes but a pack's that cannot be; returns an error for an owner's that cannot be. */
export function registerExtensionRoutes(
  registry: Registry,
  extensions: readonly LoadedExtension[],
  tools: RouteTools,
): Broken | null {
  for (const extension of extensions.toSorted(ownersFirst)) {
    for (const route of extension.definition.routes ?? []) {
      if (route.isForOrigin && tools.passesOn) continue
      const problem = registerRoute(registry, route, extension, tools)
      if (problem === null) continue
      const refused = broken(extension.file, problem)
      if (!extension.isPack) return refused
      tools.observe({ kind: 'warning', message: refused.broken })
    }
  }
  return null
}

function registerRoute(
  registry: Registry,
  route: ExtensionRoute,
  extension: LoadedExtension,
  tools: RouteTools,
): string | null {
  const address = `${route.namespace}${route.path}`
  if (!/^[a-z0-9_-]+(\/[a-z0-9._-]+)+$/i.test(route.namespace))
    return `${address} needs a namespace such as ${extension.definition.name}/v1`
  const { maxAgeS = 0, cdnCacheControl = '' } = route.caching ?? {}
  if (!Number.isInteger(maxAgeS) || maxAgeS < 0 || !/^[\w=, -]*$/.test(cdnCacheControl))
    return `${address} needs a caching whose maxAgeS is a whole number from 0, and whose cdnCacheControl is one such as max-age=600`
  if (!route.permission) {
    if (route.methods.some((method) => method !== 'GET')) return `${address} writes and states no permission`
    tools.observe({
      kind: 'warning',
      message: `extension ${extension.file}: ${address} states no permission and is open to all`,
    })
  }
  const warnings = new Set<string>()
  /** Reports each problem of a route once. */
  const warn = (problem: string) => {
    if (warnings.has(problem)) return
    warnings.add(problem)
    tools.observe({ kind: 'warning', message: `extension ${extension.file}: ${address} ${problem}` })
  }
  try {
    registry.route({
      namespace: route.namespace,
      path: route.path,
      methods: route.methods,
      isOwn: true,
      args: route.args ?? {},
      readsAddress: route.cache === 'address',
      permission: (viewer, args) => route.permission?.(viewer, args) ?? null,
      ...(route.schema ? { schema: route.schema } : {}),
      ...(route.lists ? { lists: route.lists } : {}),
      ...(route.caching ? { caching: route.caching } : {}),
      handle: (input) => answer(route, input, extension, { ...tools, warn }),
    })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

const lookedAt =
  "looks at the request, so that its answers are not kept: arguments are kept by, or with cache: 'address' the address"

type Input = RouteInput<Readonly<Record<string, unknown>>>

async function answer(
  route: ExtensionRoute,
  { request, args, parameters, viewer }: Input,
  extension: LoadedExtension,
  tools: RouteTools & { readonly warn: (problem: string) => void },
): Promise<Answer | Failure> {
  const reading = tools.newReading()
  let isForThisRequest = false
  let isUntracked = false
  const seen = watched(request, (part) => {
    if (part === 'rest' || route.cache !== 'address') isForThisRequest = true
  })
  const during = `extension ${extension.file} answered ${request.method} ${route.namespace}${route.path}`
  try {
    const given = await within(tools.handlerTimeoutMs, () =>
      route.handle({
        request: seen,
        args,
        viewer,
        read: createRead(tools, reading, viewer),
        plugInRows: async (wanted) => {
          const { rows, tag } = whole(await tools.readPlugInRows(wanted))
          if (tag === null) isUntracked = true
          else reading.track([tag])
          return rows
        },
        write: tools.writeOf(extension),
        fail: failOwn,
        status: (status, body) => new StatusAnswer(status, body),
        paged: (items, page) => new PagedAnswer(items, page),
      }),
    )
    if (isFailure(given)) {
      checkStatus(given.status)
      return { ...given, permitted: true }
    }
    const { status, body } = given instanceof StatusAnswer ? given : new StatusAnswer(200, bodyOf(given))
    checkStatus(status)
    const paging =
      given instanceof PagedAnswer
        ? pagingOf(
            given,
            addressOf(route, new Map([...parameters, ...Object.entries(args)])),
            whole(await tools.readSite(reading)),
          )
        : { headers: [] }
    // Without tags no change could make the response stale, and a server error may be gone the next time
    const mayBeKept = status < 500 && route.cache !== 'never' && !isUntracked && reading.tags.size > 0
    if (mayBeKept && isForThisRequest && request.method === 'GET') tools.warn(lookedAt)
    const isKept = mayBeKept && !isForThisRequest
    return {
      status,
      body: plainJson(body),
      ...paging,
      tags: reading.tags,
      ran: reading.ran,
      store: isKept ? 'shared' : 'never',
    }
  } catch (error) {
    if (error instanceof ReadFailed) return error.failure
    tools.observe({ kind: 'error', error, during })
    return fail('internal_error')
  }
}

/** Throws for a status that does not end a response: after 1xx clients wait for another one. */
function checkStatus(status = 200): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(`an answer has to have a status from 200 to 599, not ${status}`)
}

function bodyOf(given: unknown): unknown {
  return given instanceof PagedAnswer ? given.items : given
}

/** Matches `:id`, or a parameter whose pattern is written out. */
const parameter = /:(\w+)|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g

/** The route's address below the REST base, with arguments in the place of parameters. */
function addressOf(
  { namespace, path }: Pick<ExtensionRoute, 'namespace' | 'path'>,
  values: ReadonlyMap<string, unknown>,
): string {
  const valueOf = (name: string) => encodeURIComponent(String(values.get(name)).toWellFormed())
  return `/${namespace}${path.replace(parameter, (_, name: string, written: string) => valueOf(name || written))}`
}

function pagingOf(
  { items, page: { page, perPage, count, isBounded = false } }: PagedAnswer,
  address: string,
  { brand, restBase }: Site,
): Pick<Answer, 'headers' | 'paging'> {
  const pages = Math.ceil(count / perPage)
  // Where the count was bounded, a full page may have a next one
  const reached = isBounded ? Math.max(pages, page + (items.length === perPage ? 1 : 0)) : pages
  return {
    headers: [...totals(brand, count, pages), ...(isBounded ? boundedTotal(brand) : [])],
    paging: { address: restBase + address, index: restBase, name: 'page', pages: pagesBeside(page, reached) },
  }
}
