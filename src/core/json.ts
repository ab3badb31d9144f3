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

/** An id as JSON writes it: a safe integer, the digits of a larger one, or a text. */
export function idToJson(value: number | string): number | string | object {
  return typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/.test(value) ? JSON.rawJSON(value) : value
}
