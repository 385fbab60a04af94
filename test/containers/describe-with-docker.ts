// Tests that need containers run where a Docker engine answers and knows `docker compose`; elsewhere
// they are skipped, in one line. `npm run test:containers` starts an engine where it can.
import { describe } from '@jest/globals'
import { run } from '../../tools/containers/run-command.ts'
import { describeSkipped } from '../support/describe-where.ts'

export async function describeWithDocker(name: string, body: () => void): Promise<void> {
  const { code } = await run('docker', ['version'], {})
  if (code !== 0)
    return describeSkipped(name, 'no Docker engine answers; npm run test:containers starts one')
  const compose = await run('docker', ['compose', 'version'], {})
  if (compose.code !== 0) return describeSkipped(name, '`docker compose` is missing')
  describe(name, body)
}
