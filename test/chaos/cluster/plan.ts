// What is done to a cluster and when, from a seed alone: the same seed is the same plan.
import { createRandom, hashOf, type Random } from '../../../services/simulator/random.ts'
import type { Role } from '../../../services/topology.ts'

export type Blow =
  /** kill -9; it is started again. `nth` of the processes of that role. */
  | { readonly kind: 'kill'; readonly role: Role; readonly nth: number }
  /** Silent for longer than a session, so taken for dead, and awake again: a zombie. */
  | {
      readonly kind: 'zombie'
      readonly role: Role
      readonly nth: number
      readonly silentMs: number
    }
  /** Ended by SIGTERM and started again, as in an upgrade. */
  | { readonly kind: 'restart'; readonly role: Role; readonly nth: number }
  /** One process more of a role for a while. */
  | { readonly kind: 'rebalance'; readonly role: Role; readonly forMs: number }
  /** kill -9. */
  | { readonly kind: 'broker'; readonly broker: number; readonly awayMs: number }
  /** It accepts and does not answer. */
  | { readonly kind: 'silent-broker'; readonly broker: number; readonly silentMs: number }
  | { readonly kind: 'store'; readonly awayMs: number }
  | { readonly kind: 'redis'; readonly awayMs: number }
  /** Everything ends, ours by a signal to all at once, and starts again. */
  | { readonly kind: 'cold-start'; readonly signal: 'SIGTERM' | 'SIGKILL' }

export type BlowKind = Blow['kind']

export interface PlannedBlow {
  /** From the beginning, without the time that cold starts take. */
  readonly atMs: number
  readonly blow: Blow
}

/** How many of each come in any twenty blows, in any order: about a minute's worth. */
const deck = many<BlowKind>({
  kill: 6,
  zombie: 3,
  broker: 2,
  store: 2,
  rebalance: 2,
  restart: 1,
  redis: 1,
  'silent-broker': 1,
  'cold-start': 1,
})
/** Those that share their work out. */
const shared: readonly Role[] = ['poller', 'normalizer', 'projector', 'matcher']
/** Weighted by what goes through them. */
const victims = many<Role>({ poller: 3, normalizer: 3, projector: 3, matcher: 1, api: 2 })

const longestGapMs = 5_000
const brokers = 3

export function planChaos(seed: string, forMs: number, sessionMs: number): readonly PlannedBlow[] {
  const random = createRandom(hashOf(seed))
  const plan: PlannedBlow[] = []
  for (let atMs = 0; ;)
    for (const kind of shuffled(deck, random)) {
      atMs += random.below(longestGapMs)
      if (atMs >= forMs) return plan
      plan.push({ atMs, blow: draw(kind, random, sessionMs) })
    }
}

function draw(kind: BlowKind, random: Random, sessionMs: number): Blow {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
  /** Long enough to be noticed. */
  const silence = (): number => Math.round(sessionMs * 1.3) + random.below(sessionMs)
  switch (kind) {
    case 'kill':
    case 'restart':
      return { kind, role: pick(victims), nth: random.below(2) }
    case 'zombie':
      return { kind, role: pick(victims), nth: random.below(2), silentMs: silence() }
    case 'rebalance':
      return { kind, role: pick(shared), forMs: 3_000 + random.below(12_000) }
    case 'broker':
      return { kind, broker: 1 + random.below(brokers), awayMs: random.below(8_000) }
    case 'silent-broker':
      return { kind, broker: 1 + random.below(brokers), silentMs: 1_000 + random.below(6_000) }
    case 'store':
    case 'redis':
      return { kind, awayMs: random.below(6_000) }
    case 'cold-start':
      return { kind, signal: pick(['SIGTERM', 'SIGKILL']) }
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list]
  return list.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** Of what is done; to whom, whoever does it knows. */
export function wordsOf(blow: Blow): string {
  switch (blow.kind) {
    case 'kill':
      return 'kill -9'
    case 'restart':
      return 'SIGTERM, and started again'
    case 'zombie':
      return `silent for ${blow.silentMs} ms`
    case 'rebalance':
      return `there for ${blow.forMs} ms`
    case 'broker':
      return `kill -9 ${blow.broker}, away for ${blow.awayMs} ms`
    case 'silent-broker':
      return `${blow.broker} silent for ${blow.silentMs} ms`
    case 'store':
    case 'redis':
      return `kill -9, away for ${blow.awayMs} ms`
    case 'cold-start':
      return `${blow.signal}, and a cold start`
  }
}

function many<T extends string>(counts: Readonly<Record<T, number>>): readonly T[] {
  return Object.entries<number>(counts).flatMap(([one, count]) =>
    Array.from({ length: count }, () => one as T),
  )
}
