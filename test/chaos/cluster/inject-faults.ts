// Injects the faults of a plan into a cluster. Faults in different parts overlap; each part has one at a
// time, and only one broker is away at a time, because otherwise acknowledged records could be lost.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, ClusterMember } from '../../../tools/cluster/cluster.ts'
import type { Role } from '../../../services/topology.ts'
import type { ListFaults } from '../list-faults.ts'
import { describeFault, type Fault } from './plan.ts'

export interface FaultInjector {
  /** Starts the fault; waits only for a cold start. */
  inject(plannedFault: Fault): Promise<void>
  /** Resolves when everything is up again. */
  settled(): Promise<void>
  /** Whether a server that all roles need is down, or was down a short while ago. */
  isUnsettled(): boolean
}

export interface FaultInjectorOptions {
  readonly cluster: Cluster
  /** Of the proxy between the cluster and the simulator. */
  readonly lists: ListFaults
  readonly print: (line: string) => void
  readonly onFault: (fault: string) => void
}

/** A process that starts during an outage may exit and be restarted. */
const graceMs = 90_000

export function createFaultInjector({
  cluster,
  lists,
  print,
  onFault,
}: FaultInjectorOptions): FaultInjector {
  const { kafka, store, redis } = cluster.servers
  const workByPart = new Map<string, Promise<void>>()
  let outages = 0
  let unsettledUntilMs = 0

  /** Queues work for a part; an error is reported as a fault and does not end the round. */
  function enqueue(part: string, plannedFault: Fault, work: () => Promise<void>): void {
    const before = workByPart.get(part) ?? Promise.resolve()
    const working = before
      .then(() => {
        print(`${part}: ${describeFault(plannedFault)}`)
        return work()
      })
      .catch((error: unknown) => onFault(`${part}: ${String(error)}`))
      .finally(() => {
        if (workByPart.get(part) === working) workByPart.delete(part)
      })
    workByPart.set(part, working)
  }

  async function allFree(): Promise<void> {
    while (workByPart.size > 0) await Promise.all(workByPart.values())
  }

  async function duringOutage(engine: () => Promise<void>): Promise<void> {
    outages += 1
    await engine().finally(() => (outages -= 1))
    unsettledUntilMs = performance.now() + graceMs
  }

  function memberOf(role: Role, nth: number): ClusterMember {
    const all = cluster.members().filter((member) => member.role === role)
    const member = all[nth % all.length]
    if (!member) throw new Error(`no ${role}`)
    return member
  }

  async function expectCleanExit(member: ClusterMember, status: Promise<number>): Promise<void> {
    const code = await status
    if (code !== 0) onFault(`${member.name} ended with ${code} after SIGTERM`)
  }

  async function rebalance(role: Role, forMs: number): Promise<void> {
    const member = await cluster.add(role)
    await sleep(forMs)
    // wait for earlier faults of this member
    await workByPart.get(member.name)
    await expectCleanExit(member, cluster.remove(member))
  }

  async function coldStart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const members = cluster.members()
    if (signal === 'SIGKILL') for (const member of members) member.signal('SIGKILL')
    await Promise.all(members.map((member) => expectCleanExit(member, member.stop())))
    const brokers = kafka.addresses.map((_, i) => kafka.broker(i + 1))
    await Promise.all([...brokers.map((broker) => broker.kill()), store.kill(), redis?.kill()])
    await Promise.all([
      ...brokers.map((broker) => broker.restart()),
      store.restart(),
      redis?.restart(),
      ...members.map((member) => member.start()),
    ])
    await kafka.waitUntilInSync()
    await cluster.waitUntilReady()
  }

  async function begin(plannedFault: Fault): Promise<void> {
    switch (plannedFault.kind) {
      case 'kill': {
        const member = memberOf(plannedFault.role, plannedFault.nth)
        return enqueue(member.name, plannedFault, async () => member.signal('SIGKILL'))
      }
      case 'zombie': {
        const member = memberOf(plannedFault.role, plannedFault.nth)
        return enqueue(member.name, plannedFault, async () => {
          member.signal('SIGSTOP')
          await sleep(plannedFault.silentMs)
          member.signal('SIGCONT')
        })
      }
      case 'restart': {
        const member = memberOf(plannedFault.role, plannedFault.nth)
        return enqueue(member.name, plannedFault, async () => {
          if (!cluster.members().includes(member)) return // it was removed in the meantime
          await expectCleanExit(member, member.stop())
          await member.start()
        })
      }
      case 'rebalance':
        return enqueue(`one more ${plannedFault.role}`, plannedFault, () =>
          rebalance(plannedFault.role, plannedFault.forMs),
        )
      case 'broker':
        return enqueue('brokers', plannedFault, () =>
          duringOutage(async () => {
            const broker = kafka.broker(plannedFault.broker)
            await broker.kill()
            await sleep(plannedFault.awayMs)
            await broker.restart()
            await kafka.waitUntilInSync()
          }),
        )
      case 'silent-broker':
        return enqueue('brokers', plannedFault, () =>
          duringOutage(async () => {
            const broker = kafka.broker(plannedFault.broker)
            broker.signal('SIGSTOP')
            await sleep(plannedFault.silentMs)
            broker.signal('SIGCONT')
            await kafka.waitUntilInSync()
          }),
        )
      case 'store':
        return enqueue('store', plannedFault, () =>
          duringOutage(async () => {
            await store.kill()
            await sleep(plannedFault.awayMs)
            await store.restart()
          }),
        )
      case 'redis':
        return enqueue('redis', plannedFault, async () => {
          await redis?.kill()
          await sleep(plannedFault.awayMs)
          await redis?.restart()
        })
      case 'lists':
        print(`platforms: ${describeFault(plannedFault)}`)
        return lists.begin(plannedFault.list)
      case 'cold-start':
        await allFree()
        enqueue('all', plannedFault, () => duringOutage(() => coldStart(plannedFault.signal)))
        await allFree()
    }
  }

  return {
    inject: begin,
    settled: allFree,
    isUnsettled: () => outages > 0 || performance.now() < unsettledUntilMs,
  }
}
