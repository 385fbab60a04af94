// The upstream of these tests: a simulator of both platforms with the faults of the real ones, whose clock
// can be stopped, so that the final state of a pipeline can be compared exactly.
import { createSimulator, type SimulatorOptions } from '../../simulator/simulator.ts'
import type { FaultRule } from '../../simulator/server/faults.ts'
import type { Truth } from '../../simulator/truth.ts'

export interface World {
  readonly seed: string
  readonly url: string
  readonly truth: Truth
  readonly now: () => number
  /** Requests that met a fault so far (of the newest ten thousand), by kind. */
  faultsMet(): Readonly<Record<string, number>>
  setFaults(rules: readonly FaultRule[]): void
  /** From now on it is this instant, Unix milliseconds: nothing is traded any more. */
  stopClock(): number
  close(): Promise<void>
}

/** Everything the simulator can do wrong. A hanging request lasts until the poller's timeout. */
export const manyFaults: readonly FaultRule[] = [
  { kind: 'rate-limit', probability: 0.01 },
  { kind: 'rate-limit-seconds', probability: 0.01 },
  { kind: 'rate-limit-date', probability: 0.01 },
  { kind: 'server-error', probability: 0.02 },
  { kind: 'unavailable', probability: 0.01 },
  { kind: 'html-ok', probability: 0.01 },
  { kind: 'html-forbidden', probability: 0.005 },
  { kind: 'hang', probability: 0.002 },
  { kind: 'reset', probability: 0.02 },
  { kind: 'cut', probability: 0.02 },
  { kind: 'truncated', probability: 0.02 },
  { kind: 'slow', probability: 0.005 },
  { kind: 'repeated-page', probability: 0.03 },
  { kind: 'short-page', probability: 0.05 },
  { kind: 'stuck-cursor', probability: 0.02 },
  { kind: 'shuffled', probability: 0.1 },
  { kind: 'null-rows', probability: 0.02 },
]

/** A new seed for every run, printed so that a failure can be repeated: E2E_SEED=... */
export function seedOfRun(test: string): string {
  const seed = process.env['E2E_SEED'] ?? `${test}-${Date.now().toString(36)}`
  process.stdout.write(`${test}: E2E_SEED=${seed}\n`)
  return seed
}

/** `clock`: the clock of the platforms until it is stopped; by default that of this machine. */
export async function openWorld(
  options: Omit<SimulatorOptions, 'now'>,
  clock: () => number = () => Date.now(),
): Promise<World> {
  let stoppedMs: number | null = null
  const now = (): number => stoppedMs ?? clock()
  const simulator = createSimulator({ ...options, now })
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
  return {
    seed: options.seed,
    url: server.url,
    truth: simulator.truth,
    now,
    faultsMet() {
      const met: Record<string, number> = {}
      for (const { fault } of simulator.requests.recent())
        if (fault !== null) met[fault] = (met[fault] ?? 0) + 1
      return met
    },
    setFaults: (rules) => simulator.setFaults(rules),
    stopClock() {
      stoppedMs ??= clock()
      return stoppedMs
    },
    close: () => server.close(),
  }
}
