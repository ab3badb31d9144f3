// Servers that repeat what another commits: a source and its replicas, each a throw-away one, each behind a door of its own.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { administer, type Row } from './administer.ts'
import { onServer, type TestDatabase } from './databases.ts'
import { createDoor, type Door } from './process.ts'
import { startProcess, type Program } from './server-process.ts'

export interface Member {
  /** Of an account that may do everything; not through the door. */
  readonly url: string
  readonly door: Door
  readonly execute: (statement: string) => Promise<readonly Row[]>
  readonly stop: () => Promise<void>
}

export interface Replica extends Member {
  /** Stops and starts repeating what the source commits; it is heard of meanwhile. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** Keeps it from repeating changes of posts, until called off; they are read meanwhile. */
  readonly lock: (database: TestDatabase) => Promise<() => Promise<void>>
  /** Waits until it has repeated everything that the source has committed. */
  readonly caughtUp: () => Promise<void>
}

export interface Replicated {
  readonly source: Member
  readonly replicas: readonly Replica[]
  /** A database of the source, which the replicas have too. */
  readonly create: () => Promise<TestDatabase>
  readonly stop: () => Promise<void>
}

/** What the suites of a replica that logs what it repeats, and of one that does not, are about. */
export interface LoggingAndMute {
  readonly source: Member
  readonly logging: Replica
  readonly mute: Replica
  /** Of an account that may follow logs. */
  readonly database: TestDatabase
}

const loggingAndMute = {
  mariadb: [['--log-slave-updates'], []],
  mysql: [[], ['--skip-log-replica-updates']],
} as const

const account = { name: 'repeats', password: 'what others commit' }
const withPositions: Readonly<Record<Program['flavour'], readonly string[]>> = {
  mariadb: [],
  mysql: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
}

/** A source with as many replicas as there are lists of options, which go to their binaries. */
export async function startReplicated(
  program: Program,
  optionsOfReplicas: readonly (readonly string[])[],
): Promise<Replicated> {
  const [source, ...others] = await Promise.all(
    [[], ...optionsOfReplicas].map((options, at) =>
      startMember(program, [...withPositions[program.flavour], `--server-id=${at + 1}`, ...options]),
    ),
  )
  if (!source) throw new Error('there is no source')
  await source.execute(
    `create user '${account.name}'@'%' identified by '${account.password}'; grant replication slave on *.* to '${account.name}'@'%'`,
  )
  const replicas = await Promise.all(others.map((other) => toReplica(program, source, other)))
  const stop = async () => {
    await Promise.all([source, ...replicas].map((member) => member.stop()))
  }
  const server = { name: '', flavour: program.flavour, url: source.url, socket: null, certificate: null }
  const create = async () => {
    const database = await onServer(server).create()
    await Promise.all(replicas.map((replica) => replica.caughtUp()))
    return database
  }
  return { source, replicas, create, stop }
}

/** Starts such servers before the tests of a suite, and stops them after these. */
export function hasLoggingAndMute(program: Program): () => LoggingAndMute {
  let started: Replicated | undefined
  let database: TestDatabase | undefined
  before(async () => {
    started = await startReplicated(program, loggingAndMute[program.flavour])
    database = await started.create()
    const monitor = program.flavour === 'mariadb' ? ', replica monitor' : ''
    await database.execute(
      `grant replication slave, replication client${monitor} on *.* to '${new URL(database.url).username}'@'%'`,
    )
    await Promise.all(started.replicas.map((replica) => replica.caughtUp()))
  })
  after(() => started?.stop())
  return () => {
    const [logging, mute] = started?.replicas ?? []
    assert(started && database && logging && mute)
    return { source: started.source, logging, mute, database }
  }
}

/** The addresses of a database on servers, through their doors. */
export function through(members: readonly Member[], { url }: TestDatabase): string {
  return members
    .map(({ door }) => {
      const address = new URL(url)
      address.port = String(door.port)
      return address.href
    })
    .join(',')
}

async function startMember(program: Program, options: readonly string[]): Promise<Member> {
  const running = await startProcess(program, options)
  const { hostname, port } = new URL(running.url)
  const door = await createDoor(hostname, Number(port))
  await door.open()
  return {
    url: running.url,
    door,
    execute: (statement) => administer(running.url, statement),
    stop: async () => {
      await door.shut()
      await running.stop()
    },
  }
}

async function toReplica(program: Program, source: Member, member: Member): Promise<Replica> {
  const { hostname, port } = new URL(source.url)
  const { follow, pause, resume } = wordsOf(program, hostname, port)
  await member.execute(follow)
  await member.execute(resume)
  const has = hasOf(program)
  return {
    ...member,
    pause: async () => void (await member.execute(pause)),
    resume: async () => void (await member.execute(resume)),
    lock: async ({ url }) => {
      const address = new URL(member.url)
      address.pathname = new URL(url).pathname
      const connection = await createConnection(address.href)
      await connection.query('lock tables wp_posts read')
      return () => connection.end()
    },
    caughtUp: async () => {
      const [row] = await source.execute(`select ${has.position} as position`)
      const position = String(row?.['position'])
      for (let left = 600; left > 0; left -= 1) {
        const [found] = await member.execute(`select ${has.reached(position)} as reached`)
        if (String(found?.['reached']) === '0') return
        await setTimeout(50)
      }
      throw new Error('the replica does not catch up')
    },
  }
}

function wordsOf({ flavour }: Program, host: string, port: string) {
  const { name, password } = account
  return flavour === 'mariadb'
    ? {
        follow: `change master to master_host='${host}', master_port=${port}, master_user='${name}', master_password='${password}', master_use_gtid=slave_pos, master_connect_retry=1`,
        pause: 'stop slave sql_thread',
        resume: 'start slave',
      }
    : {
        follow: `change replication source to source_host='${host}', source_port=${port}, source_user='${name}', source_password='${password}', source_auto_position=1, source_connect_retry=1, get_source_public_key=1`,
        pause: 'stop replica sql_thread',
        resume: 'start replica',
      }
}

/** What says how far a server is, and whether it has a position (0). */
function hasOf({ flavour }: Program) {
  return flavour === 'mariadb'
    ? {
        position: '@@global.gtid_binlog_pos',
        reached: (position: string) => `master_gtid_wait('${position}', 0.2)`,
      }
    : {
        position: '@@global.gtid_executed',
        reached: (position: string) => `wait_for_executed_gtid_set('${position}', 0.2)`,
      }
}
