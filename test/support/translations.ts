// Files of translations for tests, as gettext writes them.

/** Texts by their originals; `isBig` writes numbers with their highest byte first. */
export function translationFile(texts: Readonly<Record<string, string>>, isBig = false): Buffer {
  const entries = Object.entries(texts).map((entry) => entry.map((text) => Buffer.from(text)))
  const count = entries.length
  const tables = [0, 1].map((column) => entries.map((entry) => entry[column] ?? Buffer.alloc(0)))
  const head = [0x95_04_12_de, 0, count, 28, 28 + 8 * count, 0, 28 + 16 * count]
  let at = 28 + 16 * count
  for (const text of tables.flat()) {
    head.push(text.length, at)
    at += text.length + 1
  }
  const numbers = Buffer.alloc(head.length * 4)
  for (const [nth, number] of head.entries())
    if (isBig) numbers.writeUInt32BE(number, nth * 4)
    else numbers.writeUInt32LE(number, nth * 4)
  return Buffer.concat([numbers, ...tables.flat().flatMap((text) => [text, Buffer.alloc(1)])])
}

/** As German writes them. */
export const germanMarks = {
  'opening curly double quote\u0004&#8220;': '&#8222;',
  'closing curly double quote\u0004&#8221;': '&#8220;',
  'opening curly single quote\u0004&#8216;': '&#8218;',
  'closing curly single quote\u0004&#8217;': '&#8216;',
}

/** The German names of some months and days, in the forms that dates have. */
export const germanDates = {
  March: 'März',
  'March abbreviation\u0004Mar': 'Mär',
  Tuesday: 'Dienstag',
  Tue: 'Di',
  pm: 'nachm.',
}

/** Polish declines a month beside a day. */
export const polishDates = {
  'decline months names: on or off\u0004off': 'on',
  March: 'marzec',
  'genitive\u0004March': 'marca',
}

/** German words, among them forms for numbers, and characters that have to be escaped where they go. */
export const germanWords = {
  '': 'Language: de\nPlural-Forms: nplurals=2; plural=(n != 1);\n',
  'Protected: %s': 'Geschützt: %s',
  Archives: 'Archive',
  'post type general name\u0004Posts': 'Beiträge',
  'taxonomy general name\u0004Tags': 'Schlagwörter',
  'post status\u0004Published': 'Veröffentlicht',
  Search: 'Suchen & "finden"',
  'Expand search field': "Such'feld <öffnen>",
  'Leave a Reply': 'Antworten',
  'noun\u0004Comment': 'Kommentar',
  'Post Comment': 'Kommentar "abschicken"',
  'Displaying %1$s – %2$s of %3$s': 'Von %3$s sieht man %1$s bis %2$s',
  'Invalid post ID.': 'Ungültige Beitrags-ID.',
  'Invalid parameter(s): %s': 'Falsch: %s',
  '%1$s is not one of %2$l.': '%1$s ist keins von %2$l.',
  '%1$s, and %2$s': '%1$s und %2$s',
  'Edit Post': 'Beitrag bearbeiten',
  'All Posts': 'Alle Beiträge',
  '%d result found\0%d results found': '%d Treffer da\0%d Treffer alle da',
  '%1$s comment<span class="screen-reader-text"> on %2$s</span>\0%1$s comments<span class="screen-reader-text"> on %2$s</span>':
    '%1$s Kommentar zu %2$s\0%1$s Kommentare zu %2$s',
}
