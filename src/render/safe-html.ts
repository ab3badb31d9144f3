// HTML that authors write into attributes of blocks: labels, bylines, words before and behind (wp_kses_post). Elements and attributes
// that could run a script are left out, and what is no tag is text.
import { attributeUrl, wholeEntities } from './html-tag.ts'

const elements: ReadonlySet<string> = new Set(
  'a abbr b bdo big blockquote br cite code dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var'.split(
    ' ',
  ),
)

/** In time linear in the text. */
export function safeHtml(text: string): string {
  if (!/[<>&]/.test(text)) return text
  return withNumbers(
    wholeEntities(text).replace(
      /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])([^<>]*)>|<!?[^\s<>][^<>]*>|[<>]/gi,
      (whole, slash: string, name: string | undefined, rest = '') => {
        if (whole === '<') return '&lt;'
        if (whole === '>') return '&gt;'
        if (name === undefined || !elements.has(name.toLowerCase())) return ''
        return slash === '/' ? `</${name}>` : `<${name}${attributesOf(rest)}>`
      },
    ),
  )
}

const attribute = /\s([a-z][a-z0-9_-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi
const plain = /^(?:alt|class|dir|height|id|lang|rel|role|target|title|width|aria-[\w-]+|data-[\w-]+)$/
const addresses: ReadonlySet<string> = new Set(['cite', 'href', 'src'])

function attributesOf(text: string): string {
  const kept = [...text.matchAll(attribute)].flatMap(([, key = '', double, single, bare]) => {
    const [name, value = ''] = [key.toLowerCase(), double ?? single ?? bare]
    if (addresses.has(name)) return value !== '' && attributeUrl(value) === '' ? [] : [` ${name}="${value}"`]
    return plain.test(name) ? [` ${name}="${value.replaceAll('"', '&quot;')}"`] : []
  })
  return kept.join('') + (/\/\s*$/.test(text) ? ' /' : '')
}

/** Numbers of characters have at least three digits. */
function withNumbers(text: string): string {
  return text.replace(/&#(\d{1,2});/g, (_, digits: string) => `&#${digits.padStart(3, '0')};`)
}
