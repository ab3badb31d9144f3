// Published content as resources of the protocol, by their addresses: a list of all of it, and the text of each.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { textAt, type Members } from '../core/json-value.ts'
import { itemsIn, Unanswered, type Asking } from './asking.ts'
import { locate } from './by-address.ts'
import { readDocument, summaryOf } from './documents.ts'
import type { ToolOptions } from './tools.ts'

const mimeType = 'text/plain'
const perPage = '50'

/** Lists the content types one after the other; a cursor names the type of its page. */
export async function listResources(
  cursor: string,
  { kinds: { pageLists } }: ToolOptions,
  asking: Asking,
): Promise<Members | Unanswered | Failure> {
  const mark = cursor.indexOf(' ')
  const named = mark < 0 ? '' : cursor.slice(0, mark)
  const at = cursor === '' ? 0 : pageLists.findIndex(({ type }) => type === named)
  const list = pageLists[at]
  if (list === undefined) return cursor === '' ? { resources: [] } : fail('invalid_cursor')
  const got = await asking.get(list.path, {
    per_page: perPage,
    cursor: cursor.slice(mark + 1),
    _fields: 'slug,type,link,title.rendered,date_gmt,modified_gmt',
  })
  if (got instanceof Unanswered) return got
  const resources = itemsIn(got.value).map((item) => {
    const { title, address, modified } = summaryOf(item)
    return {
      uri: address,
      name: textAt(item, 'slug') || address,
      title,
      mimeType,
      annotations: modified === undefined ? undefined : { lastModified: modified },
    }
  })
  const next = got.next === null ? pageLists[at + 1]?.type : list.type
  return { resources, ...(next === undefined ? {} : { nextCursor: `${next} ${got.next ?? ''}` }) }
}

export async function readResource(
  uri: string,
  options: ToolOptions,
  asking: Asking,
): Promise<Members | Unanswered | Failure | null> {
  const located = await locate(uri, options.kinds.pageLists, asking, options)
  if (located === null || isFailure(located) || located instanceof Unanswered) return located
  const document = await readDocument(located, { format: 'text', from: 0 }, { asking, brand: options.brand })
  if (isFailure(document) || document instanceof Unanswered) return document
  const text = [textAt(document, 'title'), textAt(document, 'content')].join('\n\n')
  const rest = 'next' in document ? '\n\n[The text goes on; the tool read gives the rest.]' : ''
  return { contents: [{ uri, mimeType, text: text + rest }] }
}

export function templatesOf(home: string): Members {
  const template = {
    uriTemplate: `${home}/{+path}`,
    name: 'page',
    title: 'A post or page of the site',
    mimeType,
  }
  return { resourceTemplates: [template] }
}
