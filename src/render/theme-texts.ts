// Renders texts of the theme that other texts contain: template parts and patterns.
import { noteUnrendered } from '../core/unrendered.ts'
import { allBlocks, parseBlocks, type Block } from './block-tree.ts'
import { textAttribute, wrapped } from './block-wrapper.ts'
import { renderBlocks } from './blocks.ts'
import { isWithin } from './contained.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import type { ThemePart, ThemeTexts } from './theme.ts'

/** The highest number of the theme's texts whose needs are collected for one text. */
const namedMax = 50

export const pattern: BlockRenderer = ({ name, attributes }, context) => {
  const slug = textAttribute(attributes, 'slug')
  const text = context.theme.texts.patterns.get(slug)
  return text === undefined ? missing(name, context) : within(`pattern ${slug}`, text, context)
}

export const templatePart: BlockRenderer = ({ name, attributes }, context) => {
  const part = partOf(attributes, context.theme.texts)
  if (part === undefined) return missing(name, context)
  const mark = `part ${textAttribute(attributes, 'slug')}`
  if (isWithin(mark, context)) return ''
  const stated = textAttribute(attributes, 'tagName')
  const tag = /^[a-z][a-z0-9]{0,20}$/.test(stated) ? stated : part.tag
  const { align, className } = attributes
  return wrapped(name, { align, className }, { tag }, within(mark, part.text, context))
}

function partOf(attributes: Block['attributes'], { theme, parts }: ThemeTexts): ThemePart | undefined {
  const named = textAttribute(attributes, 'theme')
  return named === '' || named === theme ? parts.get(textAttribute(attributes, 'slug')) : undefined
}

function missing(name: string, { count }: RenderContext): string {
  noteUnrendered(name, count)
  return ''
}

function within(mark: string, text: string, context: RenderContext): string {
  return isWithin(mark, context) || !context.allows(text.length)
    ? ''
    : renderBlocks(text, { ...context, within: [...(context.within ?? []), mark] })
}

/** A text, followed once by each text of the theme that it contains, so that their needs are collected together. */
export function withThemeTexts(text: string, texts: ThemeTexts): string {
  if (texts.parts.size + texts.patterns.size === 0) return text
  const found = new Set([text])
  for (const each of found)
    for (const named of namedIn(each, texts)) if (found.size <= namedMax) found.add(named)
  return [...found].join('\n')
}

const naming = /<!--\s{1,20}wp:(?:core\/)?(?:pattern|template-part)\s/

function namedIn(text: string, texts: ThemeTexts): readonly string[] {
  if (!naming.test(text)) return []
  return allBlocks(parseBlocks(text)).flatMap(({ name, attributes }) => {
    if (name === 'core/pattern') return texts.patterns.get(textAttribute(attributes, 'slug')) ?? []
    return name === 'core/template-part' ? (partOf(attributes, texts)?.text ?? []) : []
  })
}
