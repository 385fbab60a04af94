// The whole service in the process of a test, on a directory of the test's.
import pino from 'pino'
import { openService, type Service } from '../../services/compose.ts'
import { parseConfig, type Config } from '../../services/config.ts'
import { platformVariables } from './world.ts'

export interface TestService extends Service {
  /** What a part said when it stopped for good. */
  readonly fatal: readonly string[]
  /** Lines of the log at level error and above. */
  readonly errors: readonly string[]
  /** Every platform's markets had their history at some time. */
  isBackfilled(): boolean
}

/** `upstreamUrl`: serves both platforms under the simulator's paths. */
export function testConfig(dataDir: string, upstreamUrl: string): Config {
  const ports = { PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0' }
  return parseConfig({ DATA_DIR: dataDir, ...ports, ...platformVariables(upstreamUrl) }, [])
}

export async function openTestService(dataDir: string, upstreamUrl: string): Promise<TestService> {
  const fatal: string[] = []
  const errors: string[] = []
  const backfilled = new Map<string, boolean>()
  const service = await openService({
    config: testConfig(dataDir, upstreamUrl),
    version: '0.0.0-test',
    logger: pino({ level: 'error' }, { write: (line) => errors.push(line) }),
    now: () => Date.now(),
    onFatal: (error) => fatal.push(error.stack ?? error.message),
    onBackfill: ({ platform, marketsDone, marketsTotal }) =>
      backfilled.set(platform, marketsTotal > 0 && marketsDone === marketsTotal),
  })
  return {
    ...service,
    fatal,
    errors,
    isBackfilled: () => backfilled.size === 2 && [...backfilled.values()].every(Boolean),
  }
}
