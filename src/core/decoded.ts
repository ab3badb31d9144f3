// Percent-encoded text as it is read.

/** Decoded; text whose encoding is not valid stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
