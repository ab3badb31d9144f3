// Keys: names that WordPress takes in lower case, without what no key has (sanitize_key).

export function keyText(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_-]/g, '')
}
