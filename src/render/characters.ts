// Classes of characters by their codes: regular expressions are too slow for checks of every character of a page.

/** Blanks of Unicode, as `\s` is. */
export function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return isAsciiBlank(code) || (code > 127 && /\s/.test(text.charAt(at)))
}

export function isAsciiBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Digits, dots and commas. */
export function isOfNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return isDigit(code) || code === 46 || code === 44
}

/** Letters of ASCII, digits and `_`. */
export function isAsciiWord(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
}
