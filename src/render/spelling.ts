// Writes WordPress with its capital P, where it begins a word (capital_P_dangit).

export function spelling(html: string): string {
  return html.includes('Wordpress')
    ? html.replace(/(?<=^|[\s>(]|&#8220;|&#8216;)Wordpress/g, 'WordPress')
    : html
}
