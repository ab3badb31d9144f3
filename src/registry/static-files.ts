// Files of a page that the gateway itself serves: equal for all viewers, and cached by name like other answers.
import { statusOf, type Failure } from '../core/failure.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Viewer } from '../core/viewer.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { fixedOperation } from './fixed-operation.ts'

export interface StaticFile {
  readonly type: string
  /** The content; a function reads bytes when the file is first requested. */
  readonly content: string | (() => Promise<Uint8Array>)
}

/** The policy lets such a page load files of its own origin only. */
const ownFilesPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `files` by their names below `path`; the file named '' is served at `path` itself. */
export function staticFiles(
  name: string,
  path: string,
  files: ReadonlyMap<string, StaticFile>,
): EndpointDefinition {
  const read = new Map<string, Promise<Uint8Array>>()
  return {
    name,
    path,
    below: true,
    variesBy: [],
    crossOrigin: false,
    parse: ({ path: asked, method }) => {
      const fileName = asked.slice(path.length + 1)
      const file = files.get(fileName)
      const answer = async (): Promise<Reply> => {
        if (!file) return textReply(404, 'text/plain', 'There is no such file.\n')
        if (method !== 'GET') return textReply(405, 'text/plain', 'These files are only read.\n')
        const content = read.get(fileName) ?? bytesOf(file)
        read.set(fileName, content)
        // A file that could not be read is read again for the next request
        content.catch(() => read.delete(fileName))
        return { ...textReply(200, file.type, ''), body: await content, store: 'shared' }
      }
      const cacheKey = file && method === 'GET' ? `${name} ${asked}` : null
      return fixedOperation({ servedBy: 'gateway', path: asked, cacheKey, answer, refuse })
    },
    refuse,
  }
}

/** A text reply under the policy. */
export function textReply(status: number, type: string, content: string): Reply {
  return replyOf(status, content, {
    headers: [
      ['Content-Type', `${type}; charset=utf-8`],
      ['Content-Security-Policy', ownFilesPolicy],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
    ],
  })
}

async function bytesOf({ content }: StaticFile): Promise<Uint8Array> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : await content()
}

function refuse(failure: Failure, viewer: Viewer): Reply {
  return textReply(statusOf(failure, viewer), 'text/plain', `${failure.message}\n`)
}
