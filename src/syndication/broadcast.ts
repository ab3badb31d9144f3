// Pushes streams of events: clients at the same place form a group, whose next event is made once and written to each of them. A
// client whose send buffer is full leaves its group, and continues from its own place once the buffer has drained.
import { monotonicMs } from '../core/change.ts'
import type { ContentChanges } from '../core/content-changes.ts'
import {
  heartbeat,
  type EventClient,
  type Follow,
  type Following,
  type Place,
  type Step,
} from '../core/event-stream.ts'
import { createOwnTurns } from '../core/turns.ts'

/** The interval, in ms, in which heartbeats are checked, and groups try again whose next event could not be made. */
const soonMs = 250

export function createBroadcast(changes: Pick<ContentChanges, 'onChange'>, beatMs: number): Follow {
  const broadcast = new Broadcast(beatMs)
  changes.onChange(() => broadcast.change())
  return (client, place, ending) => broadcast.add(client, place, ending)
}

/** Clients at one place. While its next event is made or written, a group is not in `#groups`, where new clients could join it. */
interface Group {
  place: Place
  readonly members: Set<Follower>
  /** True where the next event cannot be made at the moment. */
  isSoon: boolean
}

class Broadcast {
  readonly #groups = new Map<string, Group>()
  readonly #followers = new Set<Follower>()
  readonly #endings = new WeakSet<AbortSignal>()
  readonly #beatMs: number
  #timer: NodeJS.Timeout | null = null
  #beatAt = monotonicMs()
  #changes = 0
  #isWoken = false
  #beats = 0

  constructor(beatMs: number) {
    this.#beatMs = beatMs
  }

  add(client: EventClient, place: Place, ending: AbortSignal): Following {
    const follower = new Follower(this, client, ending)
    this.#followers.add(follower)
    if (!this.#endings.has(ending)) {
      this.#endings.add(ending)
      ending.addEventListener('abort', () => this.#end(ending), { once: true })
    }
    this.#timer ??= setInterval(() => this.#tick(), soonMs).unref()
    if (ending.aborted) follower.end()
    else this.join(follower, place)
    return follower
  }

  /** A group in `#groups` has all events up to now, so only a new group looks for the next one at once. */
  join(follower: Follower, place: Place): void {
    const known = this.#groups.get(place.key)
    known?.members.add(follower)
    follower.group = known ?? { place, members: new Set([follower]), isSoon: false }
    if (known === undefined) void this.#run(follower.group, 'change')
  }

  forget(follower: Follower): void {
    this.#followers.delete(follower)
    const { group } = follower
    group?.members.delete(follower)
    if (group?.members.size === 0 && this.#groups.get(group.place.key) === group)
      this.#groups.delete(group.place.key)
    if (this.#followers.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Joins changes that come together in one event, and lets the cache drop what they make stale before. */
  change(): void {
    this.#changes += 1
    if (this.#isWoken) return
    this.#isWoken = true
    queueMicrotask(() => {
      this.#isWoken = false
      for (const group of this.#groups.values()) void this.#run(group, 'change')
    })
  }

  #tick(): void {
    // The clock decides, since a process that stood still had no ticks: its next one is the heartbeat that keeps connections open
    const now = monotonicMs()
    const isBeat = now - this.#beatAt >= this.#beatMs - soonMs / 2
    if (isBeat) {
      this.#beatAt = now
      this.#beats += 1
    }
    for (const group of this.#groups.values())
      if (isBeat || group.isSoon) void this.#run(group, isBeat ? 'beat' : 'change')
  }

  #end(ending: AbortSignal): void {
    for (const follower of this.#followers) if (follower.ending === ending) follower.end()
  }

  async #run(group: Group, woken: 'change' | 'beat'): Promise<void> {
    const { place, members } = group
    if (this.#groups.get(place.key) === group) this.#groups.delete(place.key)
    const [changes, beats] = [this.#changes, this.#beats]
    let step: Step | null
    try {
      step = await place.step(woken)
    } catch (error) {
      for (const follower of members) follower.fail(error)
      return
    }
    if (step === null) {
      for (const follower of members) follower.end()
      return
    }
    const text = step.text || (woken === 'beat' ? heartbeat : '')
    if (text !== '') await write(Buffer.from(text), group, step.place)
    if (members.size === 0) return
    const merged = this.#put(group, step)
    if (step.hasMore || this.#changes !== changes) void this.#run(merged, 'change')
    else if (text === '' && this.#beats !== beats) void this.#run(merged, 'beat')
  }

  /** Merges the group with the one that is already at its new place, and returns the result. */
  #put(group: Group, { place, text }: Step): Group {
    const known = this.#groups.get(place.key)
    const isLarger = known === undefined || group.members.size >= known.members.size
    const [merged, other] = isLarger ? [group, known] : [known, group]
    for (const follower of other?.members ?? []) {
      follower.group = merged
      merged.members.add(follower)
    }
    merged.place = place
    merged.isSoon = text === null
    this.#groups.set(place.key, merged)
    return merged
  }
}

/** Writes to all members in turns of its own, which wait for no other work; a member whose send buffer is full leaves the group. */
async function write(bytes: Uint8Array, { members }: Group, place: Place): Promise<void> {
  const inTurn = createOwnTurns()
  for (const follower of members) {
    const sent = inTurn(() => follower.client.send(bytes), true)
    if (sent instanceof Promise ? await sent : sent) continue
    members.delete(follower)
    follower.rest(place)
  }
}

/** A class, since each of thousands of clients has an instance. */
class Follower implements Following {
  readonly client: EventClient
  readonly ending: AbortSignal
  group: Group | null = null
  readonly #broadcast: Broadcast
  /** The place from which the client continues once its send buffer has drained; null while it is not full. */
  #place: Place | null = null
  #isOver = false

  constructor(broadcast: Broadcast, client: EventClient, ending: AbortSignal) {
    this.client = client
    this.ending = ending
    this.#broadcast = broadcast
  }

  rest(place: Place): void {
    this.#place = place
    this.group = null
  }

  hasRead(): void {
    const place = this.#place
    this.#place = null
    if (!this.#isOver && place !== null) this.#broadcast.join(this, place)
  }

  hasLeft(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#broadcast.forget(this)
  }

  end(): void {
    this.hasLeft()
    this.client.end()
  }

  fail(error: unknown): void {
    this.hasLeft()
    this.client.fail(error)
  }
}
