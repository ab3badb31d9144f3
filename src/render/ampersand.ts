// Ampersands that begin nothing like an entity are written as one.

/** Those of a text (wptexturize). */
export function bareAmpersands(html: string): string {
  return html.includes('&') ? html.replace(/&(?!#\d+;|#x[\da-f]+;|[a-z\d]+;)/gi, '&#038;') : html
}

/** Those of HTML (convert_chars): what follows one has a part in it, so that of two in a row the second stays. */
export function htmlAmpersands(html: string): string {
  return html.includes('&') ? html.replace(/&([^#])(?![a-z1-4]{1,8};)/gi, '&#038;$1') : html
}
