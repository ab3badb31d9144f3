// Measures the duration of each stage of a request, where the log or a trace shows it.
import type { Stage, StageMs } from '../core/observation.ts'

export interface StageTimer {
  /** Ends a stage; returns its value. */
  readonly lap: <T>(stage: Stage, value: T) => T
  /** Undefined where stages are not timed. */
  readonly ms: StageMs | undefined
  /** True where the request is traced. */
  readonly isTraced: boolean
}

export function startTimer(isTraced = false): StageTimer {
  const ms: Partial<Record<Stage, number>> = {}
  let lastMs = performance.now()
  return {
    ms,
    isTraced,
    lap: (stage, value) => {
      const now = performance.now()
      ms[stage] = (ms[stage] ?? 0) + now - lastMs
      lastMs = now
      return value
    },
  }
}

export const untimed: StageTimer = { ms: undefined, isTraced: false, lap: (_, value) => value }
