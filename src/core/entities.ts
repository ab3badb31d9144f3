// HTML entities are decoded to their characters here, in one pass, and characters encoded as entities.

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['bull', '•'],
  ['dagger', '†'],
  ['prime', '′'],
  ['Prime', '″'],
  ['trade', '™'],
  ['euro', '€'],
  ['larr', '←'],
  ['uarr', '↑'],
  ['rarr', '→'],
  ['darr', '↓'],
  ['minus', '−'],
  ['infin', '∞'],
  ['ne', '≠'],
  ['le', '≤'],
  ['ge', '≥'],
  ['hearts', '♥'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['zwnj', '\u200C'],
  ['zwj', '\u200D'],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Scaron', 'Š'],
  ['scaron', 'š'],
  // The second half of Latin 1, in its order from U+00A0
  ...`nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
    .split(/\s/)
    .map((name, nth) => [name, String.fromCodePoint(0xa0 + nth)] as const),
])

/** Decodes entities; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) =>
    name === undefined ? (character(decimal, hex) ?? whole) : (named.get(String(name)) ?? whole),
  )
}

function character(decimal: unknown, hex: unknown): string | null {
  const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
  const isText = (code >= 0x20 && code !== 0x7f) || code === 9 || code === 10 || code === 13
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return isText && !isSurrogate && code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** Escapes a text for a message in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => escapes.get(mark) ?? mark)
}

/** Escapes text of HTML, whose own entities stay as they are (esc_html). */
export function escapedOnce(text: string): string {
  return text.replace(/[<>"']|&(?![a-z][a-z0-9]*;|#\d+;|#x[0-9a-f]+;)/gi, (mark) => escapes.get(mark) ?? mark)
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#039;'],
])
