// Requests the parts of one answer to an agent from REST, inside the gateway, and collects the tags of all of them.
import type { Failure } from '../core/failure.ts'
import { isList, isMembers, memberAt, textAt } from '../core/json-value.ts'
import type { Reply, ReplyRest } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Reading } from '../read/execute.ts'
import { isAnswered, jsonOf, madeOf, type AskRest } from '../syndication/rest-lists.ts'

/** The reply of a request that REST refused. */
export class Unanswered {
  readonly reply: Reply
  constructor(reply: Reply) {
    this.reply = reply
  }
}

export interface Got {
  readonly value: unknown
  /** The cursor of the next page. */
  readonly next: string | null
}

export interface Asking {
  readonly get: (path: string, query: Readonly<Record<string, string>>) => Promise<Got | Unanswered>
  /** Adds what was read without REST. */
  readonly note: (reading: Reading) => void
  /** Merges the tags of all replies and readings. */
  readonly made: () => ReplyRest
}

export function createAsking(ask: AskRest, request: Request, viewer: Viewer): Asking {
  const replies: Reply[] = []
  const readings: Reading[] = []
  return {
    get: async (path, query) => {
      const reply = await ask(path, new URLSearchParams(query).toString(), request).answer(viewer)
      if (!isAnswered(reply)) return new Unanswered(reply)
      replies.push(reply)
      const next = reply.paging?.pages.find(([rel]) => rel === 'next')?.[1]
      return {
        value: jsonOf(reply),
        next: next === undefined ? null : String(next),
      }
    },
    note: (reading) => void readings.push(reading),
    made: () => {
      const { tags, store, ran = [] } = madeOf(replies)
      return {
        tags: new Set([...tags, ...readings.flatMap((reading) => [...reading.tags])]),
        store,
        ran: [...ran, ...readings.flatMap((reading) => reading.ran)],
      }
    },
  }
}

/** The items of a list. */
export function itemsIn(value: unknown): readonly unknown[] {
  return isList(value) ? value : []
}

/** REST's words for a refusal: its code, its message, and a message for each wrong argument. */
export function refusalText({ reply }: Unanswered): string {
  const said = jsonOf(reply)
  const params = memberAt(said, 'data', 'params')
  const each = isMembers(params) ? Object.values(params).map(String) : []
  return [`${textAt(said, 'code')}: ${textAt(said, 'message')}`, ...each].join(' ')
}

export function failureText({ code, message, params }: Failure): string {
  const each = Array.isArray(params) ? [] : Object.values(params ?? {}).map((refusal) => refusal.message)
  return [`${code}: ${message}`, ...each].join(' ')
}
