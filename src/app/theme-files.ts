// Reads a theme's theme.json, and the style variations in the folder `styles` beside it. Templates and PHP are not read.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isMembers, memberAt, parseJson, textAt, type Members } from '../core/json-value.ts'
import type { ThemeFiles } from '../render/theme-json.ts'

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
  const others = await stylesIn(join(folder, 'styles'))
  if (typeof others === 'string') return others
  if (others.length > filesMax) return `there are more than ${filesMax} style variations beside ${path}`
  let left = bytesMax
  const read: { readonly file: string; readonly json: Members }[] = []
  for (const file of [path, ...others]) {
    const found = await readJson(file, left)
    if (typeof found === 'string') return found
    left -= found.bytes
    read.push({ file: basename(file), json: found.json })
  }
  const [first, ...styles] = read
  const theme = first?.json ?? {}
  if (!isMembers(memberAt(theme, 'settings')) && !isMembers(memberAt(theme, 'styles')))
    return `${path} has neither settings nor styles: is it a theme.json?`
  return { name: textAt(theme, 'title') || basename(folder), theme, styles }
}

/** Paths in their order; none where there is no such folder. */
async function stylesIn(folder: string): Promise<readonly string[] | string> {
  try {
    const found = await readdir(folder, { withFileTypes: true, recursive: true })
    return found
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted((one, other) => (relative(folder, one) < relative(folder, other) ? -1 : 1))
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
      ? []
      : `${folder} cannot be read (${codeOf(error)})`
  }
}

async function readJson(
  path: string,
  bytesMax: number,
): Promise<{ readonly json: Members; readonly bytes: number } | string> {
  try {
    const file = await stat(path)
    if (!file.isFile()) return `${path} is no file`
    if (file.size > bytesMax)
      return `${path} has ${file.size} bytes, of which ${bytesMax} are left for it (themeBytesMax)`
    const json = parseJson(await readFile(path, 'utf8'))
    return isMembers(json) ? { json, bytes: file.size } : `${path} is no JSON object`
  } catch (error) {
    return `${path} cannot be read (${codeOf(error)})`
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no file'
}
