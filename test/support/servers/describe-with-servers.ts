// Declares which servers a test file needs:
//   await describeWithServers(['kafka', 'registry'], 'the pipeline', ({ kafka, registry }) => { ... })
import { describe } from '@jest/globals'
import { describeFailed, describeWhere, findMissing } from '../describe-where.ts'
import { askForServer, type ServerName, type ServersOfTheRun } from './shared-servers.ts'

/**
 * `describe`, when these servers of the run have started: each is one for all test files, so tests take
 * topics, groups and subjects of their own, and leave it running. With none named, a test may start its
 * own (`startKafkaCluster`, `startRegistry`). Where the machine lacks something (Java, Maven, one of the
 * programs named) see `describeWhere`.
 */
export async function describeWithServers<N extends ServerName>(
  needs: readonly N[],
  name: string,
  body: (servers: Pick<ServersOfTheRun, N>) => void,
  programs: readonly string[] = [],
): Promise<void> {
  const missing = findMissing(programs)
  if (missing !== null) return describeWhere(missing, name, () => {})

  const names = needs.length > 0 ? needs : (['none'] as const)
  const answers = await Promise.all(names.map(askForServer))
  const servers: Partial<ServersOfTheRun> = {}
  for (const [i, answer] of answers.entries()) {
    if ('missing' in answer) return describeWhere(answer.missing, name, () => {})
    if ('failed' in answer) return describeFailed(name, answer.failed)
    Object.assign(servers, { [names[i] ?? '']: answer.there })
  }
  describe(name, () => body(servers as Pick<ServersOfTheRun, N>))
}
