// JSON as PHP writes it (wp_json_encode): slashes and what is not ASCII are escaped, arrays without keys of their own are lists.
import { isMembers } from '../core/json-value.ts'

/** In an attribute's quotes it has none of the characters that HTML is made of (JSON_HEX_TAG and so on). */
export function phpJson(value: unknown, place: 'alone' | 'in quotes' = 'alone'): string {
  const json = JSON.stringify(value, asPhpArray)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return place === 'alone'
    ? json
    : json
        .replace(/\\["\\]/g, (pair) => (pair === '\\"' ? '\\u0022' : pair))
        .replace(/[<>&']/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** For `JSON.stringify`: an array of PHP whose keys are 0, 1, 2 … is a list, as one without any. */
export function asPhpArray(_: string, value: unknown): unknown {
  if (!isMembers(value)) return value
  return Object.keys(value).every((key, at) => key === String(at)) ? Object.values(value) : value
}
