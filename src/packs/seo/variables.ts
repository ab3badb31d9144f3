// Templates of titles and descriptions: `%%title%% %%sep%% %%sitename%%`. Unknown variables become empty.

export type Variables = (name: string) => string | undefined

const templateMax = 2000

/** The syntax of Yoast's variables; the first group is the name. */
const doubleSigns = /%%([\w-]+)%%/g

export function filled(
  template: string,
  variables: Variables,
  separator: string,
  written = doubleSigns,
): string {
  const text = template
    .slice(0, templateMax)
    .replace(written, (_, name: string) => (name === 'sep' ? separator : (variables(name) ?? '')))
  return plain(undoubled(standardized(text), separator)).trim()
}

/** Turns white space into spaces, and two spaces into one (WPSEO_Utils::standardize_whitespace). */
function standardized(text: string): string {
  return text
    .replace(/[\t\n\r\f]/g, ' ')
    .replaceAll('  ', ' ')
    .trim()
}

/** Joins separators that have nothing between them. */
function undoubled(text: string, separator: string): string {
  const words = text.split(' ')
  let last = ''
  const kept = words.filter((word) => {
    const isDouble = word === separator && last === separator
    if (word !== '') last = word
    return !isDouble
  })
  return kept.join(' ')
}

/** Collapses white space, as in graphs. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Removes tags, and scripts and styles with their content (wp_strip_all_tags). */
export function plain(html: string): string {
  return without(without(html, /<(script|style)\b[^<>]*>/gi), /<!(--)/g).replace(/<[^<>]*>/g, '')
}

/** Counts words as the plug-in does: of letters and hyphens; an apostrophe ends a word. */
export function wordCount(title: string, content: string): number {
  const text = plain(without(`${title} ${content}`, /<(pre|code)\b[^<>]*>/gi).replaceAll('><', '> <'))
  return text.replace(/&[a-z0-9]+;/gi, ' ').match(/[A-Za-z-]+/g)?.length ?? 0
}

/**
 * Removes each part that begins with `opening`, whose first group names the end, up to that end. An opening without an end
 * stays; an end that was not found once is not searched again, which keeps this linear.
 */
function without(html: string, opening: RegExp): string {
  const missing = new Set<string>()
  let kept = ''
  let from = 0
  for (const { 0: start, 1: name = '', index } of html.matchAll(opening)) {
    if (index < from || missing.has(name.toLowerCase())) continue
    const end = new RegExp(name === '--' ? '-->' : `</${name}>`, 'gi')
    end.lastIndex = index + start.length
    if (end.test(html)) {
      kept += html.slice(from, index)
      from = end.lastIndex
    } else missing.add(name.toLowerCase())
  }
  return kept + html.slice(from)
}

/** The first words of a text, within the length of a description. */
export function shortened(text: string, lengthMax = 156): string {
  const whole = text.trim()
  if (whole.length <= lengthMax) return whole
  const cut = whole.slice(0, lengthMax)
  const end = cut.search(/\s\S*$/)
  return end > 0 ? cut.slice(0, end) : cut
}
