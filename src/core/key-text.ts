// Keys as WordPress normalizes them: lower case, without characters that keys cannot have (sanitize_key).

export function keyText(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_-]/g, '')
}
