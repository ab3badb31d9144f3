// Exact integers in JSON: an integer that a double cannot hold is written digit by digit.

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this text (ECMAScript's source text access proposal, in Node since 22). */
    rawJSON(text: string): object
    /** Parses with a reviver that also gets the source text of each primitive value, by the same proposal. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown
  }
}

/** An id as JSON writes it: a safe integer, the digits of a larger one, or a text. */
export function idToJson(value: number | string): number | string | object {
  return typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/.test(value) ? exactly(value) : value
}

/** Converts an object to JSON as PHP does: one without defined members is an empty list. */
export function asInPhp<T extends object>(members: T): T | readonly [] {
  return Object.values(members).every((value) => value === undefined) ? [] : members
}

/** Copies a value that JSON can hold, with each larger integer as its digits; throws where JSON cannot hold it. */
export function copyJson(value: unknown): unknown {
  const text: unknown = JSON.stringify(value)
  if (typeof text !== 'string')
    throw new TypeError(
      `${value === undefined ? 'undefined' : `a ${typeof value}`} is nothing that JSON can hold`,
    )
  return parseExactly(text)
}

/** Parses a JSON text; numbers that a double would write differently keep their text. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? JSON.rawJSON(source)
      : value,
  )
}

function exactly(digits: string): number | object {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(digits)
}
