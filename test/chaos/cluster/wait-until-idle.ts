// Waits until a cluster has processed everything.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../../tools/cluster/cluster.ts'
import type { V1 } from '../../e2e/v1.ts'
import { checkTopics } from './topic-checks.ts'
import { createPendingPoll, type FrozenWorld } from './v1-checks.ts'

const idleWithinMs = 600_000
const printEveryMs = 20_000

/**
 * Until all that was in the topics has gone through both groups, and all of it is in /v1: resolves with
 * how long it took. Rejects with what is still missing when that takes too long.
 */
export async function waitUntilIdle(
  cluster: Cluster,
  v1: V1,
  frozen: FrozenWorld,
  print: (line: string) => void,
): Promise<number> {
  const startedMs = performance.now()
  let printedMs = startedMs
  const pendingOfV1 = createPendingPoll(v1, frozen)
  return checkTopics(cluster, async (topics) => {
    let isThere = false
    let ends = await topics.ends()
    for (;;) {
      const behind = await topics.behind(ends)
      const pending = behind.length > 0 ? behind : await pendingOfV1()
      const nowMs = performance.now()
      if (pending.length === 0) {
        if (isThere) return nowMs - startedMs
        // and what has come since then goes through as well
        isThere = true
        ends = await topics.ends()
        continue
      }
      if (nowMs - startedMs > idleWithinMs)
        throw new Error(`not quiet: ${pending.length} such as\n${pending.slice(0, 10).join('\n')}`)
      if (nowMs - printedMs > printEveryMs) {
        print(`not quiet yet: ${pending.length} such as ${pending[0]}`)
        printedMs = nowMs
      }
      await sleep(1_000)
    }
  })
}
