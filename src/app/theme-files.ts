// Reads a theme's theme.json, and the style variations in the folder `styles` beside it. Templates and PHP are not read.
import { basename, dirname, join } from 'node:path'
import { isMembers, memberAt, textAt, type Members } from '../core/json-value.ts'
import type { ThemeFiles } from '../render/theme-json.ts'
import { jsonFilesIn, readJson } from './json-files.ts'

/** The number of files in `styles` that are read. */
const filesMax = 500

export interface ThemeOptions {
  readonly path: string
  /** Bytes that all the files may have together. */
  readonly bytesMax: number
}

/** Returns a sentence where a file cannot be used. */
export async function readThemeFiles({ path, bytesMax }: ThemeOptions): Promise<ThemeFiles | string> {
  const folder = dirname(path)
  const others = await jsonFilesIn(join(folder, 'styles'))
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
  return { name: textAt(theme, 'title') || basename(folder), theme, styles }
}
