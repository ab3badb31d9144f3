// Writes WordPress with its capital P (capital_P_dangit): wherever it stands in a title, and in other text behind what a word
// begins behind.

export function spelling(html: string): string {
  return html.includes('Wordpress') ? html.replace(/(?<=[ >(]|&#8220;|&#8216;)Wordpress/g, 'WordPress') : html
}

export function titleSpelling(title: string): string {
  return title.replaceAll('Wordpress', 'WordPress')
}
