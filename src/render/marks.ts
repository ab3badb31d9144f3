// The typographic marks that replace plain ones. Translations of WordPress define some of them: `„` and `“` in German.

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
  /** False where the language has no contractions: a quote before `contractions` is then one as before other words. */
  readonly hasContractions: boolean
}

/** Words that begin with an apostrophe in English. */
export const contractions = [
  "'tain't",
  "'twere",
  "'twas",
  "'tis",
  "'twill",
  "'til",
  "'bout",
  "'nuff",
  "'round",
  "'cause",
  "'em",
] as const

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
  hasContractions: true,
}

/** The contexts of marks in WordPress's translation files (wptexturize). */
const contexts: Readonly<Record<Exclude<keyof Marks, 'hasContractions'>, string>> = {
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

/** The marks of a translation, by its texts and their contexts; English ones where it has none. */
export function marksFrom(translated: (context: string, text: string) => string | undefined): Marks {
  const markOf = (name: keyof typeof contexts) =>
    translated(contexts[name], englishMarks[name]) || englishMarks[name]
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
    hasContractions: !listsOfContractions.every(([context, text]) => isOff(translated(context, text))),
  }
}

const [words, written] = [
  contractions.join(','),
  contractions.join(',').replaceAll("'", englishMarks.apostrophe),
]
/** The lists of contractions that translators get. Swedish and Catalan omit both, and no known translation has other words. */
const listsOfContractions = [
  ['Comma-separated list of words to texturize in your language', words],
  ['Comma-separated list of replacement words in your language', written],
] as const

function isOff(list: string | undefined): boolean {
  return list === ' ' || list === '-'
}
