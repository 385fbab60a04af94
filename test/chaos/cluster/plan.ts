// Which faults are injected into a cluster and when. A pure function of the seed.
import { createRandom, hashOf, type Random } from '../../../simulator/random.ts'
import type { Role } from '../../../services/topology.ts'
import { describeListFault, drawListFault } from '../list-fault-plan.ts'
import type { ListFault } from '../list-faults.ts'

export type Fault =
  /** kill -9; it is started again. `nth` of the processes of that role. */
  | { readonly kind: 'kill'; readonly role: Role; readonly nth: number }
  /** Frozen for longer than the session timeout, so the group removes it, then resumed: a zombie. */
  | {
      readonly kind: 'zombie'
      readonly role: Role
      readonly nth: number
      readonly silentMs: number
    }
  /** Ended by SIGTERM and started again, as in an upgrade. */
  | { readonly kind: 'restart'; readonly role: Role; readonly nth: number }
  /** One additional process of a role for a while. */
  | { readonly kind: 'rebalance'; readonly role: Role; readonly forMs: number }
  /** kill -9. */
  | { readonly kind: 'broker'; readonly broker: number; readonly awayMs: number }
  /** The broker accepts connections and does not respond. */
  | { readonly kind: 'silent-broker'; readonly broker: number; readonly silentMs: number }
  | { readonly kind: 'store'; readonly awayMs: number }
  | { readonly kind: 'redis'; readonly awayMs: number }
  /** Everything ends, all roles at once by a signal, and starts again. */
  | { readonly kind: 'cold-start'; readonly signal: 'SIGTERM' | 'SIGKILL' }
  /** False lists of trades (list-faults.ts). */
  | { readonly kind: 'lists'; readonly list: ListFault }

export type FaultKind = Fault['kind']

export interface PlannedFault {
  /** From the start of the round, without the duration of cold starts. */
  readonly atMs: number
  readonly fault: Fault
}

/** Number of each kind in 24 consecutive faults, in random order: about one minute. */
const faultKinds = repeated<FaultKind>({
  kill: 6,
  lists: 4,
  zombie: 3,
  broker: 2,
  store: 2,
  rebalance: 2,
  restart: 1,
  redis: 1,
  'silent-broker': 1,
  'cold-start': 1,
})
/** Roles that are groups. */
const groupRoles: readonly Role[] = ['poller', 'normalizer', 'projector', 'matcher', 'webhooks']
/** Weighted by their load. */
const targetRoles = repeated<Role>({
  poller: 3,
  normalizer: 3,
  projector: 3,
  matcher: 1,
  api: 2,
  webhooks: 1,
})

const maxGapMs = 5_000
const brokers = 3

export function planChaos(seed: string, forMs: number, sessionMs: number): readonly PlannedFault[] {
  const random = createRandom(hashOf(seed))
  const plan: PlannedFault[] = []
  for (let atMs = 0; ;)
    for (const kind of shuffled(faultKinds, random)) {
      atMs += random.below(maxGapMs)
      if (atMs >= forMs) return plan
      plan.push({ atMs, fault: draw(kind, random, { atMs, sessionMs }) })
    }
}

function draw(
  kind: FaultKind,
  random: Random,
  { atMs, sessionMs }: { readonly atMs: number; readonly sessionMs: number },
): Fault {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
  /** Longer than the session timeout. */
  const silence = (): number => Math.round(sessionMs * 1.3) + random.below(sessionMs)
  switch (kind) {
    case 'kill':
    case 'restart':
      return { kind, role: pick(targetRoles), nth: random.below(2) }
    case 'zombie':
      return { kind, role: pick(targetRoles), nth: random.below(2), silentMs: silence() }
    case 'rebalance':
      return { kind, role: pick(groupRoles), forMs: 3_000 + random.below(12_000) }
    case 'broker':
      return { kind, broker: 1 + random.below(brokers), awayMs: random.below(8_000) }
    case 'silent-broker':
      return { kind, broker: 1 + random.below(brokers), silentMs: 1_000 + random.below(6_000) }
    case 'store':
    case 'redis':
      return { kind, awayMs: random.below(6_000) }
    case 'cold-start':
      return { kind, signal: pick(['SIGTERM', 'SIGKILL']) }
    case 'lists':
      return { kind, list: drawListFault(random, atMs) }
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list]
  return list.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** The fault without its target, which the injector adds. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return 'kill -9'
    case 'restart':
      return 'SIGTERM, and started again'
    case 'zombie':
      return `silent for ${fault.silentMs} ms`
    case 'rebalance':
      return `there for ${fault.forMs} ms`
    case 'broker':
      return `kill -9 ${fault.broker}, away for ${fault.awayMs} ms`
    case 'silent-broker':
      return `${fault.broker} silent for ${fault.silentMs} ms`
    case 'store':
    case 'redis':
      return `kill -9, away for ${fault.awayMs} ms`
    case 'cold-start':
      return `${fault.signal}, and a cold start`
    case 'lists':
      return describeListFault(fault.list)
  }
}

function repeated<T extends string>(counts: Readonly<Record<T, number>>): readonly T[] {
  return Object.entries<number>(counts).flatMap(([one, count]) =>
    Array.from({ length: count }, () => one as T),
  )
}
