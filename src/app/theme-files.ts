// Reads a theme's theme.json, and beside it the style variations in `styles`, template parts in `parts`, and patterns, whose PHP
// is read as text; then the same of its parent, if its style.css names one. Templates and other PHP files are only looked for.
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isMembers, memberAt, textAt, type Members } from '../core/json-value.ts'
import type { TextFile, ThemeFiles } from '../render/theme-json.ts'
import { mergedTheme } from '../site/theme-value.ts'
import { filesIn, readJson, readText, type FileLimit } from './json-files.ts'

/** The number of files that are read from a folder. */
const filesMax = 500

export interface ThemeOptions {
  readonly path: string
  /** False where the theme has no theme.json: `path` names where it would be. */
  readonly hasJson: boolean
  /** The limit of bytes of all files together. */
  readonly bytesMax: number
  /** The folder of all themes. Default: the folder that the theme lies in. */
  readonly root?: string
}

/**
 * Returns a sentence where a file cannot be used; by default the file must look like a theme.json. A child theme inherits the
 * files that it does not have.
 */
export async function readThemeFiles(
  options: ThemeOptions,
  isUsable: (theme: Members) => boolean = isTheme,
): Promise<ThemeFiles | string> {
  const own = await readFolder(options, isUsable)
  if (typeof own === 'string') return own
  const parent = await parentOf(options)
  if (parent === null) return own.files
  const left = options.bytesMax - own.bytes
  const above = await readFolder({ path: parent, hasJson: existsSync(parent), bytesMax: left }, () => true)
  return typeof above === 'string' ? above : childOf(own.files, above.files)
}

interface Read {
  readonly files: ThemeFiles
  readonly bytes: number
}

async function readFolder(
  { path, hasJson, bytesMax }: ThemeOptions,
  isUsable: (theme: Members) => boolean,
): Promise<Read | string> {
  const folder = dirname(path)
  const others = await filesIn(join(folder, 'styles'), '.json')
  if (typeof others === 'string') return others
  if (others.length > filesMax) return `there are more than ${filesMax} style variations beside ${path}`
  const limit = 'themeBytesMax'
  let left = bytesMax
  const read: { readonly file: string; readonly json: Members }[] = []
  for (const file of [...(hasJson ? [path] : []), ...others]) {
    const found = await readJson(file, { bytesMax: left, limit })
    if (typeof found === 'string') return found
    if (!isMembers(found.json)) return `${file} is no JSON object`
    left -= found.bytes
    read.push({ file: basename(file), json: found.json })
  }
  const styles = read.slice(hasJson ? 1 : 0)
  const theme = (hasJson ? read[0]?.json : undefined) ?? {}
  if (hasJson && !isUsable(theme)) return `${path} has neither settings nor styles: is it a theme.json?`
  const parts = await readTexts(join(folder, 'parts'), '.html', { bytesMax: left, limit })
  if (typeof parts === 'string') return parts
  const patterns = await readTexts(join(folder, 'patterns'), '.php', { bytesMax: left - parts.bytes, limit })
  if (typeof patterns === 'string') return patterns
  const files = {
    name: textAt(theme, 'title') || basename(resolve(folder)),
    hasJson,
    isBlockTheme: isBlockTheme(folder),
    theme,
    styles,
    folder: basename(resolve(folder)),
    parts: parts.texts,
    patterns: patterns.texts,
  }
  return { files, bytes: bytesMax - left + parts.bytes + patterns.bytes }
}

/** A folder without style.css holds a copy of theme.json alone, and counts as a block theme (WP_Theme::is_block_theme). */
function isBlockTheme(folder: string): boolean {
  const templates = ['templates', 'block-templates'].map((name) => join(folder, name, 'index.html'))
  return !existsSync(join(folder, 'style.css')) || templates.some((file) => existsSync(file))
}

function isTheme(theme: Members): boolean {
  return isMembers(memberAt(theme, 'settings')) || isMembers(memberAt(theme, 'styles'))
}

/** The path of the parent's theme.json, by the header of style.css; null where there is no such theme. */
async function parentOf({ path, bytesMax, root }: ThemeOptions): Promise<string | null> {
  const folder = dirname(path)
  const style = await readText(join(folder, 'style.css'), { bytesMax, limit: 'themeBytesMax' })
  const head = typeof style === 'string' ? '' : style.text.slice(0, headMax)
  const [, name = ''] = /^[ \t/*#@]*Template:(.*?)(?:\*\/.*)?$/im.exec(head)?.map((part) => part.trim()) ?? []
  if (!isThemeFolder(name)) return null
  // Names are of the folder of all themes first, then of the subfolder that the child lies in (WP_Theme::__construct)
  const beside = dirname(folder)
  const found = [root ?? beside, beside]
    .map((each) => join(each, name))
    .find((each) => ['theme.json', 'style.css'].some((file) => existsSync(join(each, file))))
  return found === undefined || resolve(found) === resolve(folder) ? null : join(found, 'theme.json')
}

/** Themes may lie one folder deeper, and never outside of `themes`. */
export function isThemeFolder(name: string): boolean {
  return /^[\w-][\w .-]*(?:\/[\w-][\w .-]*)?$/.test(name)
}

/** WordPress reads a theme's headers from this many characters of its style.css. */
const headMax = 8192

/** The child's files and patterns come last, and replace those of its parent with the same names. */
function childOf(own: ThemeFiles, parent: ThemeFiles): ThemeFiles {
  const over = <F extends { readonly file: string } | TextFile>(above: readonly F[], below: readonly F[]) => {
    const nameOf = (each: F) => ('file' in each ? each.file : each.name)
    const names = new Set(below.map(nameOf))
    return [...above.filter((each) => !names.has(nameOf(each))), ...below]
  }
  return {
    name: own.name,
    hasJson: own.hasJson || parent.hasJson,
    isBlockTheme: own.isBlockTheme || parent.isBlockTheme,
    folder: own.folder,
    theme: mergedTheme(parent.theme, own.theme),
    styles: over(parent.styles, own.styles),
    parts: over(parent.parts, own.parts),
    patterns: [...parent.patterns, ...own.patterns],
  }
}

/** Files with this ending in a folder and its subfolders, by their names without the ending; a sentence where one cannot be used. */
export async function readTexts(
  folder: string,
  ending: string,
  { bytesMax, limit }: FileLimit,
): Promise<{ readonly texts: readonly TextFile[]; readonly bytes: number } | string> {
  const paths = await filesIn(folder, ending)
  if (typeof paths === 'string') return paths
  if (paths.length > filesMax) return `there are more than ${filesMax} files in ${folder}`
  const texts: TextFile[] = []
  let bytes = 0
  for (const path of paths) {
    const found = await readText(path, { bytesMax: bytesMax - bytes, limit })
    if (typeof found === 'string') return found
    bytes += found.bytes
    texts.push({ name: relative(folder, path).slice(0, -ending.length), text: found.text })
  }
  return { texts, bytes }
}
