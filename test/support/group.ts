// Several test files in one process, one after the other: what they import is loaded, compiled and optimised once. Processes
// share files, and each takes the next of its list that no other has taken. A file is a suite by its path, and fails where it leaves
// something running or open (a timer, a socket, a server, a child).
import { writeFileSync } from 'node:fs'
import { after, before, describe } from 'node:test'
import { join, relative } from 'node:path'
// This import opens the standard streams, which a library's would otherwise do in the middle of a file
import { getActiveResourcesInfo } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { configureGlobal } from 'fast-check'
import { runsOn } from './announced-servers.ts'
import type { Servers } from './by-server.ts'
import { stopLeftOver } from './left-over.ts'
import { seedOfRun } from './random.ts'
import { timed } from './times.ts'
import { forget, track } from './untracked.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Spent by a file that fails, and by no other: sockets that are being closed are closed within a moment. */
const patienceMs = 10_000

/** Kinds of what keeps the process from ending. */
const open = () => getActiveResourcesInfo()

/** So many files are not all tests of functions. */
const many = 50

async function loadGateway(): Promise<void> {
  track(false)
  await import('./gateway.ts')
}

/** For a file of tests, over all databases. */
const fileMsMax = 600_000

export interface TestFile {
  readonly path: string
  readonly servers: Servers
}

/** Those of the files that no process has taken before, as notes in the folder say. */
export async function runFiles(files: readonly TestFile[], notes: string): Promise<void> {
  configureGlobal({ seed: seedOfRun() })
  // Most files use it: it is loaded while nothing is followed
  if (files.length > many) await loadGateway()
  // Timers of the gateway let a process end; tests wait for them
  const stays = setInterval(() => {}, 60_000)
  for (const { path: file, servers } of files) {
    if (!takes(join(notes, relative(root, file).replaceAll('/', ' ')))) continue
    runsOn(servers)
    track(true)
    await describe(relative(root, file), { timeout: fileMsMax }, async () => {
      let atFirst: readonly string[] = []
      const took = timed(relative(root, file))
      before(() => {
        track(false)
        atFirst = open()
      })
      await import(pathToFileURL(file).href)
      // The last hook of all: those of the file have run
      after(async () => {
        const running = await stopLeftOver()
        const left = await untilClosed(atFirst)
        took()
        if (running.length > 0)
          throw new Error(`${relative(root, file)} leaves running: ${running.join(', ')}`)
        if (left.length > 0) throw new Error(`${relative(root, file)} leaves open: ${left.join(', ')}`)
      })
    })
    forget()
  }
  clearInterval(stays)
  endsSoon()
}

/** Whether this process is the first to make the note. */
function takes(note: string): boolean {
  try {
    writeFileSync(note, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Where no file was found to leave something open, and yet the process goes on. */
function endsSoon(): void {
  setTimeout(patienceMs, undefined, { ref: false }).then(() => {
    console.error(`still open at the end: ${open().join(', ')}`)
    process.exit(1)
  }, console.error)
}

async function untilClosed(atFirst: readonly string[]): Promise<readonly string[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const left = without(open(), atFirst)
    if (left.length === 0 || performance.now() > deadline) return left
    await setTimeout(10)
  }
}

function without(kinds: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others]
  return kinds.filter((kind) => {
    const at = rest.indexOf(kind)
    if (at === -1) return true
    rest.splice(at, 1)
    return false
  })
}
