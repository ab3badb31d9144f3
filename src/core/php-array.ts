// PHP has one kind of array, which JSON shows as a list or as an object.

/** The members of an array of PHP, in their order: a list where their keys count from 0 or there are none, otherwise an object. */
export function phpArray(members: readonly (readonly [key: string, value: unknown])[]): unknown {
  return members.every(([key], at) => key === String(at))
    ? members.map(([, value]) => value)
    : Object.fromEntries(members)
}
