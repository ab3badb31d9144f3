// Maps each member of an object to a new value.

export function mapValues<T, U>(
  members: Readonly<Record<string, T>>,
  change: (member: T, name: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member, name)]))
}
