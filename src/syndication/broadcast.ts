// Streams of events are pushed: clients that have the same so far are a group, whose next event is made once, and written to each of
// them. A client that does not read belongs to no group until it has, and goes on from its own place then.
import { steadyMs } from '../core/change.ts'
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

/** How often those look that wait for what is no change. */
const soonMs = 250

export function createBroadcast(changes: Pick<ContentChanges, 'onNoted'>, beatMs: number): Follow {
  const broadcast = new Broadcast(beatMs)
  changes.onNoted(() => broadcast.change())
  return (client, place, ending) => broadcast.add(client, place, ending)
}

/** Clients at one place. A group whose next event is being made or written is not among those that others join. */
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
  #beatAt = steadyMs()
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

  /** A group that others have joined has been told all that there is. */
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

  /** Changes that are noted together have one event, after what they make stale is dropped. */
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
    // By the clock, since a process that stood still had no ticks: the next one is the beat that keeps connections
    const now = steadyMs()
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

  /** The group of all that are at the place. */
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

/** Writes to all members, in turns with other work, however much of that waits; one that has to read first leaves the group. */
async function write(bytes: Uint8Array, { members }: Group, place: Place): Promise<void> {
  const inTurn = createOwnTurns()
  for (const follower of members) {
    const sent = inTurn(() => follower.client.send(bytes), true)
    if (sent instanceof Promise ? await sent : sent) continue
    members.delete(follower)
    follower.rest(place)
  }
}

/** A class, since thousands of clients have one each. */
class Follower implements Following {
  readonly client: EventClient
  readonly ending: AbortSignal
  group: Group | null = null
  readonly #broadcast: Broadcast
  /** Where the client goes on once it has read; null while it need not read first. */
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
