// Text with blank lines → paragraphs, as wpautop makes them for what was written without blocks: pieces between blank
// lines, single line ends kept as breaks, block-level HTML left alone.

const blockLevel =
  /^\s*<\/?(?:address|area|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|map|math|menu|nav|ol|p|pre|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/

export function paragraphs(text: string): string {
  const pieces = text.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
  return pieces
    .filter((piece) => piece.trim() !== '')
    .map((piece) =>
      blockLevel.test(piece)
        ? `${piece.trim()}\n`
        : `<p>${withBreaks(piece.replace(/^\n+|\n+$/g, ''))}</p>\n`,
    )
    .join('')
}

function withBreaks(piece: string): string {
  return piece.replace(/(?<!<br \/>)\n/g, '<br />\n')
}
