// One post or page as an agent reads it: its title, address, author, times, terms and content.
import { isList, memberAt, textAt } from '../core/json-value.ts'
import { readText } from '../core/plain-text.ts'
import { Unanswered, type Asking } from './asking.ts'
import type { Located } from './by-address.ts'
import { pieceOf, readableText } from './readable.ts'

export interface Form {
  readonly format: 'text' | 'html'
  /** The offset in the content, in UTF-16 units, at which the piece begins. */
  readonly from: number
}

export type Document = Readonly<Record<string, unknown>>

export async function readDocument(
  { list, id }: Located,
  { format, from }: Form,
  { asking, brand }: { readonly asking: Asking; readonly brand: string },
): Promise<Document | Unanswered> {
  const terms = `${brand}:term`
  const got = await asking.get(`${list.path}/${encodeURIComponent(id)}`, {
    _embed: `author,${terms}`,
    _fields: `id,type,status,link,title.rendered,content,date_gmt,modified_gmt,author_name,_links.author,_links.${terms},_embedded.author,_embedded.${terms}`,
  })
  if (got instanceof Unanswered) return got
  const { value } = got
  const html = textAt(value, 'content', 'rendered')
  const content = format === 'html' ? html : readableText(html)
  const { text, next } = pieceOf(content, from)
  const author = textAt(first(memberAt(value, '_embedded', 'author')), 'name') || textAt(value, 'author_name')
  return {
    ...summaryOf(value),
    status: textAt(value, 'status'),
    ...(author === '' ? {} : { author: readText(author) }),
    terms: lists(memberAt(value, '_embedded', terms)).map((term) => ({
      taxonomy: textAt(term, 'taxonomy'),
      id: memberAt(term, 'id'),
      name: readText(textAt(term, 'name')),
    })),
    ...(memberAt(value, 'content', 'protected') === true ? { protected: true } : {}),
    format,
    content: text,
    characters: content.length,
    ...(next === null ? {} : { next }),
  }
}

/** Members that items of lists and documents share. */
export function summaryOf(item: unknown): Document {
  return {
    id: memberAt(item, 'id'),
    type: textAt(item, 'type'),
    title: readText(textAt(item, 'title', 'rendered')),
    address: textAt(item, 'link'),
    published: utc(textAt(item, 'date_gmt')),
    modified: utc(textAt(item, 'modified_gmt')),
  }
}

function utc(time: string): string | undefined {
  return time === '' ? undefined : `${time}Z`
}

function first(value: unknown): unknown {
  return isList(value) ? value[0] : undefined
}

function lists(value: unknown): readonly unknown[] {
  return isList(value) ? value.flatMap((each) => (isList(each) ? each : [])) : []
}
