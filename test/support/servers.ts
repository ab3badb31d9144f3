// Finds the MySQL and MariaDB servers that the tests run on: those of TEST_MYSQL_URL as they are, and a throw-away one for every
// server program found here: on the PATH, in the folders of TEST_MYSQL_CHROOT, else in Docker. No running server of this machine is
// looked for or touched. TEST_DATABASES=sqlite: none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { administer } from './administer.ts'
import type { ServerAddress, ServerFlavour } from './announced-servers.ts'
import { startContainer, startProcess, type Program, type Running } from './server-process.ts'

export interface Server extends ServerAddress {
  readonly stop: () => Promise<void>
}

export async function startServers(): Promise<readonly Server[]> {
  if (isSqliteAlone()) return []
  const given = (process.env['TEST_MYSQL_URL'] ?? '').split(',').filter((url) => url !== '')
  const starting = [...given.map(useServer), ...serverPrograms().map((program) => startProcess(program))]
  if (starting.length === 0 && dockerAnswers()) starting.push(startContainer())
  return await Promise.all(starting.map(async (running) => await toServer(await running)))
}

async function useServer(url: string): Promise<Running> {
  await administer(url, 'select 1').catch((error: unknown) => {
    throw new Error(`TEST_MYSQL_URL: the server at ${new URL(url).host} cannot be used: ${String(error)}`)
  })
  return { url, socket: null, certificate: null, stop: async () => {} }
}

async function toServer({ url, ...rest }: Running): Promise<Server> {
  const [row] = await administer(url, 'select version() as version')
  const version = String(row?.['version'])
  const number = /^[\d.]+/.exec(version)?.[0] ?? version
  return /mariadb/i.test(version)
    ? { name: `MariaDB ${number}`, flavour: 'mariadb', url, ...rest }
    : { name: `MySQL ${number}`, flavour: 'mysql', url, ...rest }
}

/** One of each flavour on the PATH, and one in each folder. Debian's mysqld is a link to mariadbd, so a binary is asked what it is. */
export function serverPrograms(): readonly Program[] {
  if (isSqliteAlone()) return []
  const programs = new Map<ServerFlavour, Program>()
  for (const binary of [findBinary('mariadbd'), findBinary('mysqld')]) {
    if (binary === null) continue
    const { stdout } = spawnSync(binary, ['--no-defaults', '--version'], { encoding: 'utf8' })
    const flavour = /mariadb/i.test(stdout) ? 'mariadb' : 'mysql'
    if (!programs.has(flavour)) programs.set(flavour, { flavour, binary, root: '/' })
  }
  const chroots = (process.env['TEST_MYSQL_CHROOT'] ?? '').split(',').filter((root) => root !== '')
  return [...programs.values(), ...chroots.map(programIn)]
}

const serversInFolders = [
  { flavour: 'mariadb', binary: '/usr/sbin/mariadbd' },
  { flavour: 'mysql', binary: '/usr/sbin/mysqld' },
] as const

function programIn(root: string): Program {
  const found = serversInFolders.find(({ binary }) => existsSync(join(root, binary)))
  if (!found)
    throw new Error(
      `TEST_MYSQL_CHROOT: there is no ${serversInFolders.map(({ binary }) => binary).join(' and no ')} in ${root}`,
    )
  return { ...found, root }
}

function isSqliteAlone(): boolean {
  return process.env['TEST_DATABASES'] === 'sqlite'
}

/** Also where servers are put that an ordinary user's PATH leaves out. */
function findBinary(name: string): string | null {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/libexec',
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

function dockerAnswers(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0
}
