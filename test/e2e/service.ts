// The whole service in the process of a test, in a temporary directory. As the program does, it opens again
// when its store is damaged, then at other ports.
import pino from 'pino'
import { openService, type Service } from '../../services/compose.ts'
import { createServiceLifecycle } from '../../services/compose/lifecycle.ts'
import { openRepairingService } from '../../services/compose/keep-open.ts'
import { parseConfig, type Config } from '../../services/config.ts'
import { allRoles } from '../../services/config/command.ts'

export interface TestService extends Service {
  /** How many times the service has begun to start: once, and once more whenever its store was damaged. */
  readonly starts: number
  readonly apiUrl: string
  /** The message of a part that stopped for good. */
  readonly fatal: readonly string[]
  /** Lines of the log at level error and above. */
  readonly errors: readonly string[]
  /** Every platform's markets had their history at some time. */
  isBackfilled(): boolean
  /** How many markets have their history. */
  marketsBackfilled(): number
}

/** No limits: the tests ask more than anybody may. */
export const noLimits = {
  RATE_LIMIT: 'off',
  AUTH_RATE_LIMIT: 'off',
  LOGIN_FAILURE_LIMIT: 'off',
  CREATION_LIMIT: 'off',
}

/** `upstreamUrl`: serves both platforms under the simulator's paths. */
export function testConfig(
  dataDir: string,
  upstreamUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Config {
  const ports = { PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0' }
  const always = { DATA_DIR: dataDir, ...ports, ...noLimits, SIMULATOR_URL: upstreamUrl }
  return parseConfig({ ...always, ...variables }, [])
}

/** The key that the first start on a directory makes; it is good for every later one. */
export function firstKeyOf({ demoKey }: Service): string {
  if (demoKey === null) throw new Error('somebody has signed up here before')
  return demoKey
}

export async function openTestService(
  dataDir: string,
  upstreamUrl: string,
  now: () => number = () => Date.now(),
  variables: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const fatal: string[] = []
  const errors: string[] = []
  const backfill = new Map<string, { readonly marketsDone: number; readonly isDone: boolean }>()
  const logger = pino({ level: 'error' }, { write: (line) => errors.push(line) })
  let starts = 0
  let current: Service & { readonly apiUrl: string }
  const kept = openRepairingService({
    open(options) {
      starts += 1
      return openService(options)
    },
    createLifecycle: () => createServiceLifecycle(logger),
    onReopened(reopened) {
      current = toTested(reopened)
    },
    config: testConfig(dataDir, upstreamUrl, variables),
    roles: new Set(allRoles),
    version: '0.0.0-test',
    logger,
    now,
    onFatal: (error) => fatal.push(error.stack ?? error.message),
    onBackfill: ({ platform, isListed, marketsDone, marketsTotal }) =>
      backfill.set(platform, {
        marketsDone,
        isDone: isListed && marketsTotal > 0 && marketsDone === marketsTotal,
      }),
  })
  current = toTested(await kept.opened)
  return {
    get apiUrl() {
      return current.apiUrl
    },
    get adminUrl() {
      return current.adminUrl
    },
    get loaded() {
      return current.loaded
    },
    get starts() {
      return starts
    },
    simulatorUrl: current.simulatorUrl,
    demoKey: current.demoKey,
    stop: () => kept.stop(),
    fatal,
    errors,
    isBackfilled: () => backfill.size === 2 && [...backfill.values()].every(({ isDone }) => isDone),
    marketsBackfilled: () =>
      [...backfill.values()].reduce((sum, { marketsDone }) => sum + marketsDone, 0),
  }
}

function toTested(service: Service): Service & { readonly apiUrl: string } {
  const { apiUrl } = service
  if (apiUrl === null) throw new Error('the api is not open')
  return { ...service, apiUrl }
}
