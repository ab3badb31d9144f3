// A connection that is lent for queries. When it is given up, callers that wait for it get an error, which the driver would never send
// once the network is silent. A lost connection is destroyed, not released to the pool, which would lend it again.
import type { MysqlPoolConnection } from 'kysely'
import type { PoolConnection, RowDataPacket } from 'mysql2'
import { withTexts } from './bytes.ts'
import { isLost } from './lost.ts'
import type { Watched } from './watch.ts'

type Query = MysqlPoolConnection['query']
type OnLost = (error: Error) => void
type Back = (lent: LentConnection, isEnded: boolean) => void

export class LentConnection implements MysqlPoolConnection, Watched {
  readonly #connection: PoolConnection
  readonly #back: Back
  readonly #waiting = new Set<OnLost>()
  #isLost = false
  #backAt = -Infinity

  /** `back` is called whenever the connection is released or destroyed. */
  constructor(connection: PoolConnection, back: Back) {
    this.#connection = connection
    this.#back = back
  }

  get config(): object {
    return this.#connection.config
  }

  get threadId(): number {
    return this.#connection.threadId
  }

  /** Milliseconds since the connection was last released intact; Infinity before the first release. */
  idleMs(): number {
    return performance.now() - this.#backAt
  }

  connect(callback?: (error: unknown) => void): void {
    this.#connection.connect(callback)
  }

  once(event: 'end' | 'error', listener: () => void): void {
    this.#connection.once(event, listener)
  }

  query(...[sql, parameters, callback]: Parameters<Query>): ReturnType<Query> {
    if (!callback) return this.#connection.query(sql, parameters)
    const onLost: OnLost = (error) => callback(error, [])
    this.#waiting.add(onLost)
    return this.#connection.query<RowDataPacket[]>(sql, parameters, (error, result, fields) => {
      this.#isLost ||= isLost(error)
      if (this.#waiting.delete(onLost)) callback(error, error ? result : withTexts(result, fields))
    })
  }

  /** Runs work on the connection itself; rejects once the connection is given up. */
  async during<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const { promise: lost, reject: onLost } = Promise.withResolvers<never>()
    this.#waiting.add(onLost)
    try {
      return await Promise.race([work(this.#connection), lost])
    } catch (error) {
      this.#isLost ||= isLost(error)
      throw error
    } finally {
      this.#waiting.delete(onLost)
    }
  }

  release(): void {
    if (this.#isLost) return this.destroy()
    this.#backAt = performance.now()
    this.#back(this, false)
    this.#connection.release()
  }

  destroy(): void {
    this.#back(this, true)
    this.#connection.destroy()
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const onLost of waiting)
      onLost(Object.assign(new Error('the connection did not come back'), { fatal: true }))
  }
}
