// A receiver of webhooks for front ends whose routes take a Request and return a Response, and the tags under which they keep
// what they fetched: at most 64 for one response, each of at most 256 characters, since frameworks limit both.
import { isGenuine } from './verify-webhook.ts'

const tagsMax = 64
const lengthMax = 256
/** The tag of what has too many: all messages name it. */
const everything = 'lectern'

export interface Keeper {
  readonly secret: string
  /** Drops what is kept under any of these tags. */
  readonly dropTags: (tags: readonly string[]) => unknown
  readonly dropAll: () => unknown
}

/** The tags to keep a response under: its own, or else the groups that they are in. */
export function tagsOf({ headers }: Pick<Response, 'headers'>): readonly string[] {
  const words = (headers.get('surrogate-key') ?? '').split(' ').filter((tag) => tag !== '')
  const own = [...new Set(words.map((tag) => (isShort(tag) ? tag : groupOf(tag))))]
  if (own.length <= tagsMax) return own
  const groups = [...new Set(own.map(groupOf))]
  return groups.length <= tagsMax ? groups : [everything]
}

/** Answers 401 to what is not genuine, and 204 once everything is dropped. */
export async function receive(request: Request, { secret, dropTags, dropAll }: Keeper): Promise<Response> {
  const body = await request.text()
  if (!isGenuine(Object.fromEntries(request.headers), body, secret))
    return new Response(null, { status: 401 })
  const { data }: { readonly data: { readonly tags: readonly string[] | 'all' } } = JSON.parse(body)
  if (data.tags === 'all') await dropAll()
  else await dropTags([...new Set([...data.tags.filter(isShort), ...data.tags.map(groupOf), everything])])
  return new Response(null, { status: 204 })
}

function isShort(tag: string): boolean {
  return tag.length <= lengthMax
}

/** `row:posts:7` → `row:posts`, `list:posts:post/title` → `list:posts`. */
function groupOf(tag: string): string {
  return tag.split(':', 2).join(':')
}
