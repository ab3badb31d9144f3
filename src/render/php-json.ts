// JSON as PHP writes it (wp_json_encode): slashes and all but ASCII are escaped, and arrays with the keys 0, 1, 2 … are lists.
import { isList, isMembers } from '../core/json-value.ts'
import { phpArray } from '../core/php-array.ts'

/** JSON as PHP writes it; `in quotes` of an attribute, HTML's special characters are escaped, too (JSON_HEX_TAG and so on). */
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

/** A replacer for `JSON.stringify`: as in PHP, members with the keys 0, 1, 2 … are a list, and so are no members. */
export function asPhpArray(_: string, value: unknown): unknown {
  if (!isMembers(value)) return value
  const array = phpArray(Object.entries(value))
  // A copy of a number with its digits (JSON.rawJSON) would be an object
  return isList(array) ? array : value
}
