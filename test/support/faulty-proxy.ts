// A proxy before a database server whose connections go wrong as told: they are cut, fall silent, or end one way. Those
// that carry the binary log are told apart by their command.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface FaultyProxy {
  readonly port: number
  /** Connections that carry the log, or all. */
  readonly count: (which: Which) => number
  /** Closes them at once. */
  readonly cut: (which: Which) => void
  /** Closes each that sends this text to the server, before the server has it, until it is called off. */
  readonly cutAt: (text: string) => () => void
  /** Closes the first so many that send this text, after this answer. The server has none of these statements. */
  readonly endAt: (text: string, times: number, answer?: Buffer) => Ended
  /** Ends only what the server sends. */
  readonly halfClose: (which: Which) => void
  /** Keeps back what the server sends over these and new ones, until it is called off. */
  readonly stall: (which: Which) => () => void
  /** Passes what the server sends over these and new ones on so much later, until it is called off. */
  readonly delay: (which: Which, ms: number) => () => void
  /** Lets no connection in, until it is called off; those that are there are cut. */
  readonly refuse: () => () => void
  readonly stop: () => Promise<void>
}

interface Ended {
  /** How many statements with the text were sent so far. */
  readonly sent: () => number
}

type Which = 'log' | 'all'

interface Pair {
  readonly near: Socket
  readonly far: Socket
  isLog: boolean
  held: Buffer[]
}

/** COM_BINLOG_DUMP, the first packet of its exchange. */
function asksForLog(data: Buffer): boolean {
  return data.length > 4 && data[3] === 0 && data[4] === 0x12
}

export async function startFaultyProxy(host: string, port: number): Promise<FaultyProxy> {
  const pairs = new Set<Pair>()
  /** Without `ms` for as long as it is not called off. */
  let holding: { readonly which: Which; readonly ms: number | null } | null = null
  let isRefusing = false
  let fatal: string | null = null
  let ending: {
    readonly text: string
    readonly times: number
    readonly answer?: Buffer
    sent: number
  } | null = null
  const holdOf = ({ isLog }: Pair) =>
    holding !== null && (holding.which === 'all' || isLog) ? holding : null
  const hold = (own: { readonly which: Which; readonly ms: number | null }) => {
    holding = own
    return () => {
      holding = null
      for (const pair of pairs) for (const data of pair.held.splice(0)) pair.near.write(data)
    }
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {})
    if (isRefusing) return void near.destroy()
    const far = connect({ host, port, allowHalfOpen: true })
    const pair: Pair = { near, far, isLog: false, held: [] }
    pairs.add(pair)
    const gone = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', gone).on('close', gone)
    near.on('data', (data: Buffer) => {
      if (fatal !== null && data.includes(fatal)) return gone()
      if (ending !== null && data.includes(ending.text)) {
        ending.sent += 1
        if (ending.sent <= ending.times) {
          far.destroy()
          return void near.end(ending.answer ?? '')
        }
      }
      pair.isLog ||= asksForLog(data)
      far.write(data)
    })
    far.on('data', (data: Buffer) => {
      const own = holdOf(pair)
      if (own === null) return void near.write(data)
      pair.held.push(data)
      if (own.ms === null) return
      // Each lets one go, the oldest
      const pass = () => holding === own && pair.held.splice(0, 1).forEach((next) => near.write(next))
      setTimeout(pass, own.ms).unref()
    })
    near.on('end', () => far.end())
    far.on('end', () => near.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const of = (which: Which) => [...pairs].filter(({ isLog }) => which === 'all' || isLog)
  const cut = (which: Which) => {
    for (const { near, far } of of(which)) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    port: address.port,
    count: (which) => of(which).length,
    cut,
    cutAt: (text) => {
      fatal = text
      return () => {
        fatal = null
      }
    },
    endAt: (text, times, answer) => {
      const own = { text, times, sent: 0, ...(answer ? { answer } : {}) }
      ending = own
      return { sent: () => own.sent }
    },
    halfClose: (which) => {
      for (const { near } of of(which)) near.end()
    },
    stall: (which) => hold({ which, ms: null }),
    delay: (which, ms) => hold({ which, ms }),
    refuse: () => {
      isRefusing = true
      cut('all')
      return () => {
        isRefusing = false
      }
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      cut('all')
      await closed
    },
  }
}
