// Endpoints whose answers lead to the front end: one pass over the finished text replaces addresses of the site by the front
// end's. Editors get stored texts unchanged (`context=edit`).
import { isFailure } from '../core/failure.ts'
import type { Header, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { EndpointDefinition, Operation } from '../registry/endpoint.ts'
import type { MoveAddresses } from '../site/frontend-addresses.ts'

export interface FrontendOptions {
  readonly moved: MoveAddresses
  /** Null until a database is found. */
  readonly newReading: () => Reading | null
  readonly readSite: ReadSite
}

export function leadingToFrontend(
  endpoint: EndpointDefinition,
  { moved, newReading, readSite }: FrontendOptions,
): EndpointDefinition {
  const withAddresses = async (reply: Reply): Promise<Reply> => {
    const reading = isText(reply) ? newReading() : null
    const site = reading && (await readSite(reading))
    if (site === null || isFailure(site)) return reply
    const body = Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength)
    const headers = reply.headers.map(([name, value]): Header => [
      name,
      name === 'Link' ? moved(value, site) : value,
    ])
    if (!body.includes(hostOf(site.home))) return { ...reply, headers }
    // The digest was made before the replacement
    const { digest: _digest, ...others } = reply
    return { ...others, headers, body: Buffer.from(moved(body.toString(), site)) }
  }
  const leading = (operation: Operation): Operation => ({
    ...operation,
    answer: async (viewer) => withAddresses(await operation.answer(viewer)),
  })
  return {
    ...endpoint,
    parse: (request) => {
      const operation = endpoint.parse(request)
      return isEditing(request) ? operation : leading(operation)
    },
  }
}

function hostOf(home: string): string {
  return home.replace(/^https?:\/\//, '').replace(/\/.*/s, '')
}

function isText({ headers }: Reply): boolean {
  return headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' &&
      /^(?:application\/(?:[\w.-]+\+)?j(?:son|avascript)\b|text\/event-stream)/.test(value),
  )
}

function isEditing({ args }: Pick<Request, 'args'>): boolean {
  return args().get('context') === 'edit'
}
