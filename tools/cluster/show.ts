// The tables that `npm run cluster` prints: processes with addresses, and commands to try.
import type { Cluster } from './cluster.ts'
import type { SupervisedProcess } from './supervised.ts'
import { killablePartsOf } from './restart-killed.ts'

export type Show = (line: string) => void

export function showClusterParts(
  show: Show,
  cluster: Cluster,
  simulator: SupervisedProcess,
  url: string,
): void {
  const { kafka, registry, store, redis, addresses } = cluster.servers
  const pids = new Map(killablePartsOf(cluster).map((part) => [part.name, part.pid()]))
  const rows: (readonly [name: string, pid: number | null, where: string])[] = [
    ...kafka.addresses.map((address, i) => {
      const name = `broker-${i + 1}`
      return [name, pids.get(name) ?? null, `${address}  ${kafka.broker(i + 1).logPath}`] as const
    }),
    ['registry', null, registry.url],
    ['store', store.pid(), addresses.storeUrl],
    ['redis', redis?.pid() ?? null, redis?.url ?? 'none on the PATH: limits are counted in memory'],
    [simulator.name, simulator.pid(), `${url}  ${simulator.logPath}`],
    ...cluster
      .members()
      .map(
        (member) => [member.name, member.pid(), `${member.adminUrl}  ${member.logPath}`] as const,
      ),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, pid, where] of rows)
    show(`  ${name.padEnd(width)}  ${`${pid ?? ''}`.padStart(7)}  ${where}`)
}

/**
 * Prints commands that work when pasted. They contain process ids, so they stop working when a process is
 * restarted.
 */
export function showCommandsToTry(show: Show, cluster: Cluster): void {
  const pidOfProcess = (name: string): number | null =>
    killablePartsOf(cluster)
      .find((part) => part.name === name)
      ?.pid() ?? null
  const admin = cluster.members().find(({ role }) => role === 'projector')?.adminUrl
  const experiments = [
    [`kill -9 ${pidOfProcess('broker-2')}`, 'a broker: the other two go on'],
    [`kill -9 ${pidOfProcess('poller-1')}`, 'a poller: the other one takes over its markets'],
    [`kill -STOP ${pidOfProcess('normalizer-1')}`, 'a frozen normalizer: the group removes it ...'],
    [
      `kill -CONT ${pidOfProcess('normalizer-1')}`,
      '... and resumes it: Kafka rejects what it still writes',
    ],
    [`kill -9 ${pidOfProcess('store')}`, 'the store: the api answers 503 until it is back'],
    [`curl -s ${admin}/metrics | grep lag_records`, 'the lag of the stages'],
  ] as const
  const width = Math.max(...experiments.map(([command]) => command.length))
  show('Commands that inject faults; killed processes are restarted:')
  for (const [command, what] of experiments) show(`  ${command.padEnd(width)}  # ${what}`)
}
