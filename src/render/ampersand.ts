// Escapes ampersands that begin nothing like an entity.

/** Escapes as wptexturize does in text. */
export function bareAmpersands(html: string): string {
  return html.includes('&') ? html.replace(/&(?!#\d+;|#x[\da-f]+;|[a-z\d]+;)/gi, '&#038;') : html
}

/** Escapes as convert_chars does in HTML: a match includes the next character, so that of two in a row the second stays. */
export function htmlAmpersands(html: string): string {
  return html.includes('&') ? html.replace(/&([^#])(?![a-z1-4]{1,8};)/gi, '&#038;$1') : html
}
