// Does to a cluster what a plan says. Blows on different parts overlap; one part takes one at a time,
// and of the brokers one is away at a time, or nobody could say what is durable.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Member } from '../../../tools/cluster/cluster.ts'
import type { Role } from '../../../services/topology.ts'
import { wordsOf, type Blow } from './plan.ts'

export interface Striker {
  /** It goes on by itself; only a cold start is waited for. */
  strike(blow: Blow): Promise<void>
  /** Resolves when everything is up again. */
  settled(): Promise<void>
  /** Whether something that all stand on is away, or has been a short while ago. */
  isUnsettled(): boolean
}

export interface StrikerOptions {
  readonly cluster: Cluster
  readonly say: (line: string) => void
  readonly onFault: (fault: string) => void
}

/** A process that starts meanwhile may give up, and be started again. */
const aftermathMs = 90_000

export function createStriker({ cluster, say, onFault }: StrikerOptions): Striker {
  const { kafka, store, redis } = cluster.engines
  const under = new Map<string, Promise<void>>()
  let outages = 0
  let unsettledUntilMs = 0

  /** Behind whatever is done to that part already; a failure is a fault, not an end. */
  function on(part: string, blow: Blow, work: () => Promise<void>): void {
    const before = under.get(part) ?? Promise.resolve()
    const working = before
      .then(() => {
        say(`${part}: ${wordsOf(blow)}`)
        return work()
      })
      .catch((error: unknown) => onFault(`${part}: ${String(error)}`))
      .finally(() => {
        if (under.get(part) === working) under.delete(part)
      })
    under.set(part, working)
  }

  async function allFree(): Promise<void> {
    while (under.size > 0) await Promise.all(under.values())
  }

  async function without(engine: () => Promise<void>): Promise<void> {
    outages += 1
    await engine().finally(() => (outages -= 1))
    unsettledUntilMs = performance.now() + aftermathMs
  }

  function memberOf(role: Role, nth: number): Member {
    const all = cluster.members().filter((member) => member.role === role)
    const member = all[nth % all.length]
    if (!member) throw new Error(`no ${role}`)
    return member
  }

  async function endWell(member: Member, status: Promise<number>): Promise<void> {
    const code = await status
    if (code !== 0) onFault(`${member.name} ended with ${code} after SIGTERM`)
  }

  async function rebalance(role: Role, forMs: number): Promise<void> {
    const member = await cluster.add(role)
    await sleep(forMs)
    // whatever else is done to it comes before
    await under.get(member.name)
    await endWell(member, cluster.remove(member))
  }

  async function coldStart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const members = cluster.members()
    if (signal === 'SIGKILL') for (const member of members) member.signal('SIGKILL')
    await Promise.all(members.map((member) => endWell(member, member.stop())))
    const brokers = kafka.addresses.map((_, i) => kafka.broker(i + 1))
    await Promise.all([...brokers.map((broker) => broker.kill()), store.kill(), redis?.kill()])
    await Promise.all([
      ...brokers.map((broker) => broker.restart()),
      store.restart(),
      redis?.restart(),
      ...members.map((member) => member.start()),
    ])
    await kafka.becomesInSync()
    await cluster.becomesReady()
  }

  async function begin(blow: Blow): Promise<void> {
    switch (blow.kind) {
      case 'kill': {
        const member = memberOf(blow.role, blow.nth)
        return on(member.name, blow, async () => member.signal('SIGKILL'))
      }
      case 'zombie': {
        const member = memberOf(blow.role, blow.nth)
        return on(member.name, blow, async () => {
          member.signal('SIGSTOP')
          await sleep(blow.silentMs)
          member.signal('SIGCONT')
        })
      }
      case 'restart': {
        const member = memberOf(blow.role, blow.nth)
        return on(member.name, blow, async () => {
          if (!cluster.members().includes(member)) return // it has been taken out meanwhile
          await endWell(member, member.stop())
          await member.start()
        })
      }
      case 'rebalance':
        return on(`one more ${blow.role}`, blow, () => rebalance(blow.role, blow.forMs))
      case 'broker':
        return on('brokers', blow, () =>
          without(async () => {
            const broker = kafka.broker(blow.broker)
            await broker.kill()
            await sleep(blow.awayMs)
            await broker.restart()
            await kafka.becomesInSync()
          }),
        )
      case 'silent-broker':
        return on('brokers', blow, () =>
          without(async () => {
            const broker = kafka.broker(blow.broker)
            broker.signal('SIGSTOP')
            await sleep(blow.silentMs)
            broker.signal('SIGCONT')
            await kafka.becomesInSync()
          }),
        )
      case 'store':
        return on('store', blow, () =>
          without(async () => {
            await store.kill()
            await sleep(blow.awayMs)
            await store.restart()
          }),
        )
      case 'redis':
        return on('redis', blow, async () => {
          await redis?.kill()
          await sleep(blow.awayMs)
          await redis?.restart()
        })
      case 'cold-start':
        await allFree()
        on('all', blow, () => without(() => coldStart(blow.signal)))
        await allFree()
    }
  }

  return {
    strike: begin,
    settled: allFree,
    isUnsettled: () => outages > 0 || performance.now() < unsettledUntilMs,
  }
}
