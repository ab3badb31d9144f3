// Names of the theme's presets as they stand in classes and in variables of style sheets (_wp_to_kebab_case): the words of a
// name, digits apart from letters, in lower case with hyphens between them.

const plain = /^(?:[a-z]+|\d+)(?:-(?:[a-z]+|\d+))*$/
const ordinal = String.raw`\d*(?:1st|2nd|3rd|(?![1-3])\dth)(?![a-z\d])|\d*(?:1ST|2ND|3RD|(?![1-3])\dTH)(?![A-Z\d])`
const word = new RegExp(
  String.raw`${ordinal}|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?![\p{Ll}\p{Lo}])|\p{Lu}|\d+`,
  'gu',
)

/** The name in kebab case; letters beyond ASCII keep their case. Takes time linear in the name. */
export function presetName(name: string): string {
  if (plain.test(name)) return name
  const words = name.replaceAll("'", '').match(word) ?? []
  return words.join('-').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Properties that take presets, with the kind of preset (measured). */
const kinds: readonly (readonly [property: RegExp, kind: string])[] = [
  [/^(?:color|background-color|border-(?:top|right|bottom|left)-(?:color|style|width))$/, 'color'],
  [/^background(?:-image)?$/, 'gradient'],
  [/^border-(?:.*-)?radius$/, 'border-radius'],
  [/^box-shadow$/, 'shadow'],
  [/^(?:width|height|min-width|min-height)$/, 'dimension'],
  [/^(?:padding|margin)(?:-|$)/, 'spacing'],
  [/^font-size$/, 'font-size'],
  [/^font-family$/, 'font-family'],
]

/** The variable of the preset that a value names, `var:preset|spacing|40`; empty for one that the property does not take. */
export function presetVariable(property: string, value: string): string {
  const [, kind] = kinds.find(([taking]) => taking.test(property)) ?? []
  const name = presetName(value.slice(value.lastIndexOf('|') + 1))
  return kind === undefined || name === '' || !value.startsWith(`var:preset|${kind}|`)
    ? ''
    : `var(--wp--preset--${kind}--${name})`
}
