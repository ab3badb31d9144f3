// Loads the program of dist/ with the code that V8 compiled for an earlier process. Node's compile cache holds only functions
// that were compiled while a module was loaded, but most are compiled at their first call, which takes a quarter of a start's
// processor time. The file lies in the folder of Node's compile cache, whose name identifies V8's version and flags and the user;
// without that folder nothing is kept.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** By then most gateways have begun and have answered requests, which come at once. */
const keepAfterMs = 5000

type Program = (
  module: { exports: object },
  require: NodeJS.Require,
  importMeta: Pick<ImportMeta, 'resolve' | 'url'>,
  importModule: (url: string) => Promise<unknown>,
) => void

/** Returns the exports of the script. */
export function loadProgram(name: string): object {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const source = readFileSync(file)
  const kept = keptOf(file)
  const sum = kept === null ? 0 : crc32(source)
  const cachedData = kept === null ? null : readKept(kept, sum)
  const script = new Script(source.toString('latin1'), {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  if (kept !== null && (cachedData === null || script.cachedDataRejected === true)) keep(script, kept, sum)
  const program: Program = script.runInThisContext()
  const module = { exports: {} }
  program(module, createRequire(file), import.meta, (url) => import(url))
  return module.exports
}

/** Each command calls other functions, and so does a worker, so each has a file. Names contain no values of flags, which may be secret. */
function keptOf(file: string): string | null {
  const folder = getCompileCacheDir()
  const [, main = '', first = ''] = process.argv
  const command = /^[a-z]+$/.test(first) ? first : 'none'
  return folder === undefined ? null : join(folder, `${basename(file)}-${basename(main)}-${command}`)
}

/** Null where the file is missing, cut off, or of another source: V8 trusts compiled code, and compares only the source's length. */
function readKept(file: string, sumOfSource: number): Buffer | null {
  try {
    const contents = readFileSync(file)
    const code = contents.subarray(sumBytes)
    return crc32(code, sumOfSource) === contents.readUInt32LE() ? code : null
  } catch {
    return null
  }
}

const sumBytes = 4

/** Writes the file once; where the folder cannot be written to, starts are only slower. */
function keep(script: Script, file: string, sumOfSource: number): void {
  let isKept = false
  const write = () => {
    if (isKept) return
    isKept = true
    const code = script.createCachedData()
    const sum = Buffer.alloc(sumBytes)
    sum.writeUInt32LE(crc32(code, sumOfSource))
    const written = `${file}.${process.pid}`
    try {
      try {
        writeFileSync(written, Buffer.concat([sum, code]), { mode: 0o600 })
        renameSync(written, file)
      } finally {
        // A full disk leaves a partial file
        rmSync(written, { force: true })
      }
    } catch {}
  }
  setTimeout(write, keepAfterMs).unref()
  process.once('exit', write)
}
