// The blanks that PHP's trim takes away.

/** Without blanks at its beginning and end. */
export function phpTrim(text: string): string {
  return text.replace(/^[ \t\n\r\0\v]+|(?<![ \t\n\r\0\v])[ \t\n\r\0\v]+$/g, '')
}
