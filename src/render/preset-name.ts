// Names of the theme's presets as they stand in classes and in variables of style sheets (_wp_to_kebab_case): the words of a
// name, digits apart from letters, in lower case with hyphens between them.

const plain = /^(?:[a-z]+|\d+)(?:-(?:[a-z]+|\d+))*$/
const ordinal = String.raw`\d*(?:1st|2nd|3rd|(?![1-3])\dth)(?![a-z\d])|\d*(?:1ST|2ND|3RD|(?![1-3])\dTH)(?![A-Z\d])`
const word = new RegExp(
  String.raw`${ordinal}|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?![\p{Ll}\p{Lo}])|\p{Lu}|\d+`,
  'gu',
)

/** Letters beyond ASCII keep their case. In time linear in the name. */
export function presetName(name: string): string {
  if (plain.test(name)) return name
  const words = name.replaceAll("'", '').match(word) ?? []
  return words.join('-').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
