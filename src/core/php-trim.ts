// Trimming of the characters that PHP's trim removes.

/** Removes blanks at the beginning and end. */
export function phpTrim(text: string): string {
  return text.replace(/^[ \t\n\r\0\v]+|(?<![ \t\n\r\0\v])[ \t\n\r\0\v]+$/g, '')
}
