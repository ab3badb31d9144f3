// Exact integers in JSON: what a double does not hold is written digit by digit.

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this text (ECMAScript's source text access proposal, in Node since 22). */
    rawJSON(text: string): object
  }
}

/** `value`, a safe integer or the digits of a larger one, as JSON writes it. */
export function integerToJson(value: number | string): number | object {
  return typeof value === 'number' ? value : /^-?\d+$/.test(value) ? JSON.rawJSON(value) : 0
}
