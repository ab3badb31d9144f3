// Addresses in comments → links (make_clickable), marked as user-generated content, except in code. Text between `<` and `>` is
// an address where it begins like one; a link whose whole content is another link keeps only the text of that.
import type { RenderContext } from './context.ts'
import { attributeUrl } from './html-tag.ts'

const blank = '[ \\t\\n\\r\\f\\v]'
const tagOrText = /<[^<>]+>|[^<]+|</g
const isAddressInBrackets = new RegExp(`^<${blank}*\\w{1,20}://`)
const codeBegins = new RegExp(`^<(?:code|pre|script|style)(?:${blank}|>)`, 'i')
const codeEnds = /^<\/(?:code|pre|script|style)>$/i

export function clickableLinks(html: string, { home }: RenderContext): string {
  const host = hostOf(home)
  const linked = /:\/\/|(?:www|ftp)\.|@/i.test(html) ? withLinks(html, host) : html
  return linked.replace(/(<a(?:[ \t\r\n][^<>]*)?>)<a [^<>]+>([^<>]+)<\/a><\/a>/gi, '$1$2</a>')
}

function withLinks(html: string, host: string): string {
  let depth = 0
  let made = ''
  for (const piece of tagsAndText(html)) {
    if (codeBegins.test(piece)) depth += 1
    else if (depth > 0 && codeEnds.test(piece)) depth -= 1
    const isText = depth === 0 && (!piece.startsWith('<') || isAddressInBrackets.test(piece))
    made += isText ? linkedText(piece, host) : piece
  }
  return made
}

/** Tags, and the text between them; a `<` that begins no tag belongs to the text after it. */
function* tagsAndText(html: string): Generator<string> {
  let text = ''
  for (const [piece] of html.matchAll(tagOrText)) {
    const isTag = piece.length > 1 && piece.startsWith('<')
    if (isTag && text !== '') yield text
    if (isTag) yield piece
    text = isTag ? '' : text + piece
  }
  if (text !== '') yield text
}

const afterBlankOrTag = `(?<=^|${blank}|>)`
const bareAddress = new RegExp(
  `${afterBlankOrTag}(?:www|ftp)\\.[\\w\\u0080-\\uffff#$%&~/.\\-;:=,?@[\\]+]+`,
  'gi',
)
const mailAddress = new RegExp(`${afterBlankOrTag}[.\\w+-]+@(?:[a-z\\d-]+\\.)+[a-z\\d]{2,}`, 'gi')

function linkedText(text: string, host: string): string {
  return text
    .replace(/[^ \t\n\r\f\v]+/g, (word) => (word.includes('://') ? withAddressLinks(word, host) : word))
    .replace(bareAddress, (found) => {
      const shown = found.replace(/[.,;:]$/, '')
      return linkTo(`http://${shown}`, host) + found.slice(shown.length)
    })
    .replace(mailAddress, (found) => `<a href="mailto:${found}">${found}</a>`)
}

const inAddress = '\\w\\u0080-\\uffff#%~/@[\\]*(+=&$-'
/** A punctuation mark is part of an address where more of it follows; a bracket may be its end. */
const address = new RegExp(
  `(?<=^|[<(.,;!?:])(\\w{1,20}://)[${inAddress}]*(?:[.,;:!?')][${inAddress}]+)*\\)?`,
  'g',
)
/** A scheme begins no address where its word goes on for more characters than this. */
const addressMax = 2000
const schemeMax = '://'.length + 20

function withAddressLinks(word: string, host: string): string {
  let made = ''
  let from = 0
  address.lastIndex = Math.max(0, word.length - addressMax - schemeMax)
  for (let found = address.exec(word); found; found = address.exec(word)) {
    const [given, scheme = ''] = found
    const left = word.length - found.index - scheme.length
    if (left === 0 || left > addressMax) {
      address.lastIndex = found.index + 1
      continue
    }
    const url = withoutLooseBrackets(given)
    made += word.slice(from, found.index) + linkTo(url, host) + given.slice(url.length)
    from = found.index + given.length
  }
  return made + word.slice(from)
}

/** Cuts an address before its last closing brackets, as many as it has more of them than opening ones. */
function withoutLooseBrackets(url: string): string {
  let loose = url.split(')').length - url.split('(').length
  let end = url.length
  for (; loose > 0; loose -= 1) end = url.lastIndexOf(')', end - 1)
  return url.slice(0, end)
}

/** The link; the text as it is where its scheme may not be linked to. */
function linkTo(text: string, host: string): string {
  const shown = attributeUrl(text)
  if (shown === '') return text
  const isForeign = /^https?:/i.test(text) && !['', host].includes(hostOf(text))
  return `<a href="${shown}" rel="${isForeign ? 'nofollow ugc' : 'ugc'}">${shown}</a>`
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? ''
}
