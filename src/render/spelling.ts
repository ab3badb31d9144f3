// Writes WordPress with its capital P (capital_P_dangit): everywhere in a title, and in other text at the beginning of a word,
// behind a blank, a tag, a bracket or an opening quote.
import type { RenderContext } from './context.ts'
import { englishMarks } from './marks.ts'

export function spelling(
  html: string,
  { marks: { opening } = englishMarks }: Pick<RenderContext, 'marks'> = {},
): string {
  const beginnings = [...otherBeginnings, opening]
  return html.replaceAll('Wordpress', (word, at: number) =>
    beginnings.some((each) => html.endsWith(each, at)) ? 'WordPress' : word,
  )
}

/** Texts, besides the opening double quote, behind which a word begins; WordPress translates that quote alone. */
const otherBeginnings = [' ', '>', '(', '&#8216;']

export function titleSpelling(title: string): string {
  return title.replaceAll('Wordpress', 'WordPress')
}
