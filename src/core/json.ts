// Exact integers in JSON: what a double does not hold is written digit by digit.

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this text (ECMAScript's source text access proposal, in Node since 22). */
    rawJSON(text: string): object
    /** The reviver is given the text of a value that is no object and no list, as of the same proposal. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown
  }
}

/** `value`, a safe integer or the digits of a larger one, as JSON writes it. */
export function integerToJson(value: number | string): number | object {
  return typeof value === 'number' ? value : /^-?\d+$/.test(value) ? JSON.rawJSON(value) : 0
}
