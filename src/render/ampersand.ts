// An ampersand that begins nothing like an entity is written as one (convert_chars).

export function bareAmpersands(html: string): string {
  return html.includes('&') ? html.replace(/&(?!#\d+;|#x[\da-f]+;|[a-z\d]+;)/gi, '&#038;') : html
}
