// Escapes stored texts for HTML, so that none can end the element or attribute that it is in.

/** JSON in which no stored text can end the script element. */
export function inScript(schema: unknown): string {
  return JSON.stringify(schema).replaceAll('/', '\\/').replaceAll('<', '\\u003C')
}

/** An address that cannot end its attribute. */
export function address(url: string): string {
  return url.replace(/["'<>\s]/g, encodeURIComponent).replaceAll("'", '%27')
}

/** Entities that are escaped already stay as they are. */
export function inElement(text: string): string {
  return text
    .replace(/&(?!(?:[a-z][a-z\d]*|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
