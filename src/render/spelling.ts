// Writes WordPress with its capital P (capital_P_dangit): wherever it stands in a title, and in other text behind what a word
// begins behind.
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

/** WordPress translates the double quote alone. */
const otherBeginnings = [' ', '>', '(', '&#8216;']

export function titleSpelling(title: string): string {
  return title.replaceAll('Wordpress', 'WordPress')
}
