// Texts that several clients get at the same time are made once for all of them.

/** Returns the text of a key, which is made where it is not known; null where it cannot be made at the moment. */
export type SharedTexts = (key: string, make: () => Promise<string | null>) => Promise<string | null>

/** `keptMax`: so many finished texts are kept for clients that come later. */
export function createSharedTexts(keptMax: number): SharedTexts {
  const texts = new Map<string, Promise<string | null>>()
  const finished: string[] = []
  return (key, make) => {
    const known = texts.get(key)
    if (known) return known
    const making = make()
    texts.set(key, making)
    const forget = (old: string) => void texts.delete(old)
    const finish = (text: string | null) => {
      if (text === null) return forget(key)
      finished.push(key)
      for (const old of finished.splice(0, finished.length - keptMax)) forget(old)
    }
    making.then(finish, () => forget(key))
    return making
  }
}
