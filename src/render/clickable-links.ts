// Addresses in comments → links (make_clickable), marked as what a reader wrote. Not in code and not in links.
import type { RenderContext } from './context.ts'
import { attributeUrl } from './html-tag.ts'
import { piecesOf, tagName } from './markup.ts'

const verbatim: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'script', 'style'])

export function clickableLinks(html: string, { home }: RenderContext): string {
  if (!/:\/\/|www\.|ftp\.|@/i.test(html)) return html
  const host = hostOf(home)
  /** The element whose text is left alone, until it is closed. */
  let within = ''
  let made = ''
  for (const { kind, text } of piecesOf(html)) {
    if (kind === 'tag') {
      const name = tagName(text).toLowerCase()
      if (within === '') within = verbatim.has(name) ? name : ''
      else if (name === `/${within}`) within = ''
    }
    made += kind === 'text' && within === '' ? linked(text, host) : text
  }
  return made
}

/** An address with its scheme after a blank or a bracket; `www.` and e-mail addresses after a blank only. */
function linked(text: string, host: string): string {
  return text.replace(/(?<![^\s(>])[^\s(<>"][^\s<>"]*/g, (word, at: number) => {
    if (/^(?:https?|ftps?|sftp|ssh|ircs?|nntp|news|feed):\/\/[^\s]/i.test(word)) return linkOf(word, host)
    const inside = schemeInside.exec(word)?.index
    if (inside !== undefined) return word.slice(0, inside + 1) + linkOf(word.slice(inside + 1), host)
    if (text[at - 1] === '(') return word
    if (/^(?:www|ftp)\.[^.]/i.test(word)) return bareLinkOf(word, host)
    return word.includes('@') ? withMailLink(word) : word
  })
}

/** An address right after what ends or parts sentences. */
const schemeInside = /[.,;!?(](?=(?:https?|ftps?|sftp|ssh|ircs?|nntp|news|feed):\/\/[^\s])/i

/** A sentence's end is no part of an address, and a bracket only if the address opened one. */
function linkOf(word: string, host: string): string {
  let end = balanced.exec(word)?.[0].length ?? word.length
  const trailing = /[.,;:!?'\]]/
  while (trailing.test(word.charAt(end - 1))) end -= 1
  const address = word.slice(0, end)
  const isForeign = /^https?:/i.test(address) && hostOf(address) !== host
  const shown = attributeUrl(address)
  return `<a href="${shown}" rel="${isForeign ? 'nofollow ugc' : 'ugc'}">${shown}</a>${word.slice(end)}`
}

/** As far as brackets close what they open. */
const balanced = /^[^()]*(?:\([^()]*\)[^()]*)*/

/** Without a scheme an address has fewer letters, and loses no more than one mark at its end. */
function bareLinkOf(word: string, host: string): string {
  const bare = /^[\w\u0080-\uffff#$%&~/.\-;:=,?@[\]+]+/.exec(word)?.[0] ?? ''
  const shown = bare.replace(/[.,;:)]$/, '')
  const address = `http://${shown}`
  const rel = hostOf(address) === host ? 'ugc' : 'nofollow ugc'
  return `<a href="${address}" rel="${rel}">${address}</a>${word.slice(shown.length)}`
}

function withMailLink(word: string): string {
  const address = /^[.\w-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z\d]+/i.exec(word)?.[0]
  return address === undefined
    ? word
    : `<a href="mailto:${address}">${address}</a>${word.slice(address.length)}`
}

function hostOf(address: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''
}
