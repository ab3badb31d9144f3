// Fresh databases for the tests, of every kind that this machine can run: SQLite always, then each server that
// global-setup.ts started (none when a test file is run without it). A database is the stock layout with the demo
// rows, or empty; the gateway gets an account that may only read it, the test one that may do anything.
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { administer, createAdministrator, type Parameter, type Row } from './administer.ts'
import { announcedServers, type ServerAddress, type ServerFlavour } from './announced-servers.ts'
import { atEnd } from './left-over.ts'

export type Flavour = 'sqlite' | ServerFlavour

export interface TestDatabaseKind {
  /** Flavour and version, as in 'MariaDB 10.11.19'. */
  readonly name: string
  readonly flavour: Flavour
  /** The server that it is on; null for a file. */
  readonly server: ServerAddress | null
  create(options?: TestDatabaseOptions): Promise<TestDatabase>
}

export interface TestDatabaseOptions {
  readonly prefix?: string
  readonly seed?: 'demo' | 'empty'
  /** `latin1`: columns that are labelled so, with UTF-8 in them; on servers only. */
  readonly charset?: 'utf8mb4' | 'latin1'
}

export interface TestDatabase {
  readonly flavour: Flavour
  /** For the gateway: on a server, of an account that has SELECT on this database and nothing else. */
  readonly url: string
  readonly adminUrl: string
  /** One statement as administrator, in a session that no other has changed; the rows of a query, none of a write. */
  execute(sql: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>
  drop(): Promise<void>
}

export function testDatabases(): readonly TestDatabaseKind[] {
  return [sqlite, ...announcedServers().map(onServer)]
}

/** The first of them, for what is the same on all: `why` says so, and what is looked at on the others. */
export function oneDatabase(why: string): readonly TestDatabaseKind[] {
  if (why === '') throw new Error('one database is enough only where a reason is given')
  return [sqlite]
}

/** Of tests whose subject does not follow from the database: the first has all of it, the others a third. */
export interface Share {
  readonly some: <T>(all: readonly T[]) => readonly T[]
  readonly runs: (count: number) => number
}

export function shareOf({ flavour }: TestDatabaseKind): Share {
  const every = flavour === 'sqlite' ? 1 : 3
  return {
    some: (all) => all.filter((_, nth) => nth % every === 0),
    runs: (count) => Math.ceil(count / every),
  }
}

const sqlite: TestDatabaseKind = {
  name: `SQLite ${process.versions['sqlite']}`,
  flavour: 'sqlite',
  server: null,
  create: async (options) => {
    const file = join(temporaryFolder(), `${freshName()}.sqlite`)
    copyFileSync(sqliteTemplate(options), file)
    const database = new DatabaseSync(file, { timeout: 5_000 })
    return {
      flavour: 'sqlite',
      url: `sqlite:${file}`,
      adminUrl: `sqlite:${file}`,
      execute: async (sql, parameters = []) => database.prepare(sql).all(...parameters),
      drop: async () => {
        database.close()
        for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
      },
    }
  },
}

/** Loaded once for each prefix and seed, then copied. */
function sqliteTemplate(options: TestDatabaseOptions = {}): string {
  const file = join(temporaryFolder(), `template-${options.prefix ?? 'wp_'}-${options.seed ?? 'demo'}.sqlite`)
  if (!existsSync(file)) {
    const database = new DatabaseSync(file)
    database.exec(script('sqlite', options))
    database.close()
  }
  return file
}

export function onServer(server: ServerAddress): TestDatabaseKind {
  return {
    name: server.name,
    flavour: server.flavour,
    server,
    create: async (options) => {
      const name = freshName()
      const password = randomBytes(12).toString('hex')
      const account = `'${name}'@'%'`
      const create = `create database \`${name}\`; create user ${account} identified by '${password}'`
      await administer(server.url, `${create}; grant select on \`${name}\`.* to ${account}`)
      const adminUrl = address(server.url, name)
      await administer(adminUrl, script('mysql', options))
      const administrator = createAdministrator(adminUrl)
      atEnd(administrator.end)
      return {
        flavour: server.flavour,
        url: address(server.url, name, { name, password }),
        adminUrl,
        execute: administrator.execute,
        drop: async () => {
          await administrator.end()
          await administer(server.url, `drop database \`${name}\`; drop user ${account}`)
        },
      }
    },
  }
}

function address(serverUrl: string, database: string, account?: { name: string; password: string }): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  if (account !== undefined) {
    url.username = account.name
    url.password = account.password
  }
  return url.href
}

/** What makes a database, with its prefix in table names, index names and the keys of rows that carry it. */
function script(
  dialect: 'sqlite' | 'mysql',
  { prefix = 'wp_', seed = 'demo', charset = 'utf8mb4' }: TestDatabaseOptions = {},
): string {
  const schema = read(`schema/${dialect}.sql`).replace(
    /\bwp_(\w+)/g,
    (_, name: string) => `\`${prefix}${name}\``,
  )
  if (seed === 'empty') return schema
  const rows = read('demo.sql')
    .replace(/^insert into wp_(\w+)/gm, (_, name: string) => `insert into \`${prefix}${name}\``)
    .replace(/'wp_(user_roles|capabilities|user_level)'/g, (_, key: string) => `'${prefix}${key}'`)
  return labelled(`${schema}\n${rows}`, charset)
}

function labelled(text: string, charset: 'utf8mb4' | 'latin1'): string {
  if (charset === 'utf8mb4') return text
  return text.replace(/utf8mb4_unicode_520_ci/g, 'latin1_swedish_ci').replace(/utf8mb4/g, charset)
}

function read(file: string): string {
  return readFileSync(new URL(`../../sql/${file}`, import.meta.url), 'utf8')
}

/** Without an underscore, which would be a wildcard to GRANT, and with a hyphen, as hosts name them: it has to be quoted. */
function freshName(): string {
  return `lectern-${randomBytes(6).toString('hex')}`
}

let folder: string | undefined

function temporaryFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'lectern-databases-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return folder
}
