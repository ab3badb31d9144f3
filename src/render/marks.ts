// The typographic marks that plain ones become. Translations of WordPress write some of them in another way: `„` and `“` in German.

export interface Marks {
  readonly opening: string
  readonly closing: string
  readonly openingSingle: string
  readonly closingSingle: string
  readonly apostrophe: string
  readonly prime: string
  readonly doublePrime: string
  readonly enDash: string
  readonly emDash: string
}

export const englishMarks: Marks = {
  opening: '&#8220;',
  closing: '&#8221;',
  openingSingle: '&#8216;',
  closingSingle: '&#8217;',
  apostrophe: '&#8217;',
  prime: '&#8242;',
  doublePrime: '&#8243;',
  enDash: '&#8211;',
  emDash: '&#8212;',
}

/** Their contexts in WordPress's files of translations (wptexturize). */
const contexts: Readonly<Record<keyof Marks, string>> = {
  opening: 'opening curly double quote',
  closing: 'closing curly double quote',
  openingSingle: 'opening curly single quote',
  closingSingle: 'closing curly single quote',
  apostrophe: 'apostrophe',
  prime: 'prime',
  doublePrime: 'double prime',
  enDash: 'en dash',
  emDash: 'em dash',
}

/** Those of a translation, by its texts with their contexts; the English ones where it has none. */
export function marksFrom(translated: (context: string, text: string) => string | undefined): Marks {
  const markOf = (name: keyof Marks) => translated(contexts[name], englishMarks[name]) || englishMarks[name]
  return {
    opening: markOf('opening'),
    closing: markOf('closing'),
    openingSingle: markOf('openingSingle'),
    closingSingle: markOf('closingSingle'),
    apostrophe: markOf('apostrophe'),
    prime: markOf('prime'),
    doublePrime: markOf('doublePrime'),
    enDash: markOf('enDash'),
    emDash: markOf('emDash'),
  }
}
