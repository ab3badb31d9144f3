// The documentation is true: every setting, every error code, and the address of every link between its pages.
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeSettings } from '../src/settings/config.ts'
import { failures } from '../src/core/failure-codes.ts'
import { extensionMembers } from '../src/extensions/shape.ts'
import { createMetrics } from '../src/observe/metrics.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = globSync(['*.md', 'docs/*.md'], { cwd: root })

interface Locked {
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
}

describe('the documentation', () => {
  it('has a line for every setting below its topic, as it is', () => {
    const lines = read('docs/configuration.md').split('\n')
    for (const { topic, name, environment, flag, about, allowed, fallback } of describeSettings()) {
      const shown = fallback === null ? '' : `\`${fallback}\``
      const line = `| \`${name}\` | \`${environment}\` | \`${flag}\` | ${about} | ${allowed.replaceAll('|', '\\|')} | ${shown} |`
      const heading = lines.slice(0, lines.indexOf(line)).findLast((each) => each.startsWith('## '))
      assert.equal(heading, `## ${topic}`, `docs/configuration.md needs this line below ${topic}:\n${line}`)
    }
  })

  it('has a line for every error code, with its status', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `(\w+)` \| ([\d/]+) \|/gm)].map(
      ([, code, status]) => `${code} ${status}`,
    )
    const expected = Object.entries(failures).map(
      ([code, { status }]) => `${code} ${status === 'denied' ? '401/403' : status}`,
    )
    assert.deepEqual(rows.toSorted(), expected.toSorted())
  })

  it('has a line for every package that is installed with it, with its licence', () => {
    const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
      read('package-lock.json'),
    )
    const installed = Object.entries(lock.packages).flatMap(([path, { dev, devOptional, link, license }]) =>
      path.startsWith('node_modules/') && !dev && !devOptional && !link
        ? [`${path.slice('node_modules/'.length)} ${license}`]
        : [],
    )
    const page = read('docs/packages.md')
    const rows = [...page.matchAll(/^\| `([^`]+)` \| ([\w.-]+) \|/gm)].map(
      ([, name, license]) => `${name} ${license}`,
    )
    assert.deepEqual(rows.toSorted(), installed.toSorted())
    assert(page.includes(` installs ${installed.length} packages `), String(installed.length))
  })

  it('has a line for every metric of its own, with its labels', async () => {
    const none = () => null
    const cache = () => ({ entries: 0, bytes: 0, tags: 0 })
    const scans = () => ({ running: 0, waiting: 0 })
    const metrics = createMetrics({
      cache,
      feed: none,
      lease: none,
      servers: () => [],
      isDatabaseThere: () => false,
      connections: none,
      scans,
      webhooksWaiting: () => [],
      maps: () => [],
    })
    const offered = [...(await metrics.text()).matchAll(/^# TYPE (lectern_\w+) (\w+)$/gm)]
    const listed = [...read('docs/metrics.md').matchAll(/^\| `(lectern_\w+)` \| (\w+) \|/gm)]
    const named = (rows: readonly RegExpMatchArray[]) =>
      rows.map(([, name, type]) => `${name} ${type}`).toSorted()
    assert.deepEqual(named(listed), named(offered))
  })

  it('has a line for everything that an extension can define', () => {
    const [, table = ''] = read('docs/extensions.md').split('## What can be defined')
    const rows = table.matchAll(/^\| ([^|]+) \|/gm)
    const listed = new Set([...rows].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
    for (const member of extensionMembers) assert(listed.has(member), `docs/extensions.md lacks ${member}`)
  })

  it('names in ARCHITECTURE.md each room in a row, and only files and folders that are there', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, room = '']) => room)
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    assert.deepEqual(rows.toSorted(), rooms.map(({ name }) => name).toSorted())
    for (const line of read('ARCHITECTURE.md').split('\n')) {
      const [, room = ''] = /^\| `([\w-]+\/)`/.exec(line) ?? []
      for (const [, name = ''] of line.matchAll(/`([\w./*-]+(?:\/|\.(?:ts|md|cjs)))`/g)) {
        const places = [name, `src/${name}`, `src/${room}${name}`]
        assert(globSync(places, { cwd: root }).length > 0, `ARCHITECTURE.md names ${name}`)
      }
    }
  })

  it('has a changelog of whole entries, each said once', () => {
    const entries = read('CHANGELOG.md')
      .split(/\n(?=- |#|\n)/)
      .filter((entry) => entry.startsWith('- '))
    assert(entries.length > 300)
    for (const entry of entries) assert.match(entry.trimEnd(), /[.:`]$/)
    const long = entries.flatMap((entry) => entry.split('\n')).filter((line) => line.length > 60)
    assert.deepEqual(
      long.filter((line, at) => long.indexOf(line) !== at),
      [],
    )
  })

  it('leads only to pages and headings that are there', () => {
    for (const page of pages) {
      for (const [, target = '', heading] of read(page).matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)) {
        if (target.includes('://')) continue
        const file = target === '' ? page : join(dirname(page), target)
        assert(existsSync(join(root, file)), `${page} leads to ${target}`)
        if (heading !== undefined)
          assert(anchorsOf(file).includes(heading), `${page} leads to ${file}#${heading}`)
      }
    }
  })
})

describe('what is published', () => {
  it('has pages that lead only to what is published with them', () => {
    const { files }: { readonly files: readonly string[] } = JSON.parse(read('package.json'))
    const isPublished = (file: string) => files.some((each) => file === each || file.startsWith(`${each}/`))
    for (const page of pages.filter(isPublished))
      for (const [, target = ''] of read(page).matchAll(/\]\(([^)#]+)/g))
        assert(
          target.includes('://') || isPublished(join(dirname(page), target)),
          `${page} leads to ${target}`,
        )
  })
})

/** What the headings of a page are linked by. */
function anchorsOf(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
