// Reads a theme's theme.json, and beside it the style variations in `styles`, parts of templates in `parts`, and patterns, whose PHP is
// read as text. Templates and other PHP are not read.
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isMembers, memberAt, textAt, type Members } from '../core/json-value.ts'
import type { TextFile, ThemeFiles } from '../render/theme-json.ts'
import { filesIn, readJson, readText } from './json-files.ts'

/** The number of files that are read of a folder. */
const filesMax = 500

export interface ThemeOptions {
  readonly path: string
  /** Bytes that all the files may have together. */
  readonly bytesMax: number
}

/** Returns a sentence where a file cannot be used. */
export async function readThemeFiles({ path, bytesMax }: ThemeOptions): Promise<ThemeFiles | string> {
  const folder = dirname(path)
  const others = await filesIn(join(folder, 'styles'), '.json')
  if (typeof others === 'string') return others
  if (others.length > filesMax) return `there are more than ${filesMax} style variations beside ${path}`
  let left = bytesMax
  const read: { readonly file: string; readonly json: Members }[] = []
  for (const file of [path, ...others]) {
    const found = await readJson(file, { bytesMax: left, limit: 'themeBytesMax' })
    if (typeof found === 'string') return found
    if (!isMembers(found.json)) return `${file} is no JSON object`
    left -= found.bytes
    read.push({ file: basename(file), json: found.json })
  }
  const [first, ...styles] = read
  const theme = first?.json ?? {}
  if (!isMembers(memberAt(theme, 'settings')) && !isMembers(memberAt(theme, 'styles')))
    return `${path} has neither settings nor styles: is it a theme.json?`
  const parts = await readTexts(join(folder, 'parts'), '.html', left)
  if (typeof parts === 'string') return parts
  const patterns = await readTexts(join(folder, 'patterns'), '.php', left - parts.bytes)
  if (typeof patterns === 'string') return patterns
  return {
    name: textAt(theme, 'title') || basename(folder),
    theme,
    styles,
    folder: basename(resolve(folder)),
    parts: parts.texts,
    patterns: patterns.texts,
  }
}

async function readTexts(
  folder: string,
  ending: string,
  bytesMax: number,
): Promise<{ readonly texts: readonly TextFile[]; readonly bytes: number } | string> {
  const paths = await filesIn(folder, ending)
  if (typeof paths === 'string') return paths
  if (paths.length > filesMax) return `there are more than ${filesMax} files in ${folder}`
  const texts: TextFile[] = []
  let bytes = 0
  for (const path of paths) {
    const found = await readText(path, { bytesMax: bytesMax - bytes, limit: 'themeBytesMax' })
    if (typeof found === 'string') return found
    bytes += found.bytes
    texts.push({ name: relative(folder, path).slice(0, -ending.length), text: found.text })
  }
  return { texts, bytes }
}
