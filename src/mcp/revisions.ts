// Revisions of the protocol: up to 2025-11-25 `initialize` agrees on one, from 2026-07-28 on each request names its own, in its
// params and again in headers, which have to agree.
import { isMembers, memberAt, type Members } from '../core/json-value.ts'
import type { Request } from '../core/request.ts'
import { codes, Refused, type Message } from './messages.ts'

const modern = ['2026-07-28'] as const
const withHandshake = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export const revisions: readonly string[] = [...modern, ...withHandshake]

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`

/** The revision that an `initialize` agrees on: the one asked for, or else our latest. */
export function agreedOn({ protocolVersion }: Members): string {
  return withHandshake.find((each) => each === protocolVersion) ?? withHandshake[0]
}

/** The refusal of a message whose revision is unknown or contradicted by headers; null where nothing is wrong. */
export function refuseRevision(message: Message, header: Request['header']): Refused | null {
  const said = memberAt(message.params, '_meta', metaKey('protocolVersion'))
  const named = header('mcp-protocol-version')
  const requested = said ?? named
  if (requested !== undefined && !revisions.some((each) => each === requested))
    return new Refused(400, codes.version, 'This revision of the protocol is not spoken here.', {
      supported: revisions,
      requested: typeof requested === 'string' ? requested.slice(0, 50) : null,
    })
  if (said !== undefined && said !== named) return mismatch('MCP-Protocol-Version')
  if (!isModern(message, header) || message.id === undefined) return null
  if (said === undefined) return missing(metaKey('protocolVersion'))
  if (!isMembers(memberAt(message.params, '_meta', metaKey('clientCapabilities'))))
    return missing(metaKey('clientCapabilities'))
  if (header('mcp-method') !== message.method) return mismatch('Mcp-Method')
  const { name, uri } = message.params
  const meant = message.method === 'tools/call' ? name : message.method === 'resources/read' ? uri : null
  return meant === null || decoded(header('mcp-name')) === meant ? null : mismatch('Mcp-Name')
}

export function isModern({ params }: Message, header: Request['header']): boolean {
  const said = memberAt(params, '_meta', metaKey('protocolVersion')) ?? header('mcp-protocol-version')
  return modern.some((each) => each === said)
}

function mismatch(name: string): Refused {
  return new Refused(400, codes.headers, `The header ${name} does not say what the body says.`)
}

function missing(key: string): Refused {
  return new Refused(400, codes.params, `params._meta has to have ${key}.`)
}

/** A header's value, which may be Base64 of UTF-8 where it is no plain ASCII. */
function decoded(value: string | undefined): string | undefined {
  const [, coded] = /^=\?base64\?([\w+/=-]*)\?=$/.exec(value ?? '') ?? []
  return coded === undefined ? value : Buffer.from(coded, 'base64').toString()
}
