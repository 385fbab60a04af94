// `npm run cluster`: runs the distributed form on one machine for experiments, with a simulator instead of
// the platforms, and prints addresses and commands to try.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntilAborted } from '../services/lib/run/wait.ts'
import { showExampleRequests } from '../services/welcome.ts'
import { buildProgram } from './built-program.ts'
import { parseArguments, usage } from './cluster/arguments.ts'
import { openCluster, programCommand, type Cluster } from './cluster/cluster.ts'
import { showCommandsToTry, showClusterParts } from './cluster/show.ts'
import { startSupervised, type UnexpectedEnd } from './cluster/supervised.ts'
import { killablePartsOf, restartKilledParts } from './cluster/restart-killed.ts'
import { freePort } from './servers/free-ports.ts'
import { ServersMissing } from './servers/install.ts'
import { signUp } from './sign-up.ts'

const counts = { poller: 2, normalizer: 2, matcher: 2, projector: 2, api: 1, webhooks: 2 }
/**
 * Session timeout of consumer groups in seconds. Short, so that a person soon sees the group react when a
 * process dies.
 */
const sessionSeconds = 6

const show = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

function reportUnexpectedEnd({ name, status, logPath }: UnexpectedEnd): void {
  if (status > 128) return // not reported: the user has ended the process with a signal
  show(`${name} exited unexpectedly with status ${status}; its output is in ${logPath}`)
}

async function run(folder: string, stopSignal: AbortSignal): Promise<void> {
  show('Starting three brokers, a schema registry, a store and the roles, each in its own process.')
  buildProgram()
  const port = await freePort()
  const simulatorUrl = `http://127.0.0.1:${port}`
  const simulator = await startSupervised({
    name: 'simulator',
    command: [...programCommand, 'simulator'],
    env: { ...process.env, SIMULATOR_PORT: `${port}` },
    readyUrl: `${simulatorUrl}/data/trades?limit=1`,
    logPath: join(folder, 'simulator.log'),
    onUnexpectedEnd: reportUnexpectedEnd,
  })
  let cluster: Cluster | null = null
  try {
    cluster = await openCluster({
      folder,
      counts,
      simulatorUrl,
      sessionSeconds,
      variables: {},
      onUnexpectedEnd: reportUnexpectedEnd,
    })
    if (!stopSignal.aborted) await showCluster(cluster, { simulator, simulatorUrl, stopSignal })
    await restartKilledParts(killablePartsOf(cluster), show, stopSignal)
  } finally {
    show('Stopping.')
    await simulator.stop()
    for (const fault of (await cluster?.stop()) ?? []) show(fault)
  }
}

interface ShowOptions {
  readonly simulator: Parameters<typeof showClusterParts>[2]
  readonly simulatorUrl: string
  readonly stopSignal: AbortSignal
}

async function showCluster(
  cluster: Cluster,
  { simulator, simulatorUrl, stopSignal }: ShowOptions,
): Promise<void> {
  await Promise.race([cluster.waitUntilReady(), waitUntilAborted(stopSignal)])
  if (stopSignal.aborted) return
  showClusterParts(show, cluster, simulator, simulatorUrl)
  const api = cluster.members().find(({ role }) => role === 'api')
  if (!api?.apiUrl) throw new Error('there is no api')
  const { apiUrl, adminUrl } = api
  const key = await signUp(apiUrl)
  show(`The api is at ${apiUrl}, its documentation at ${apiUrl}/docs. An API key: ${key}`)
  showCommandsToTry(show, cluster)
  await Promise.race([waitForMarkets(apiUrl, key, stopSignal), waitUntilAborted(stopSignal)])
  if (stopSignal.aborted) return
  const addresses = { apiUrl, adminUrl, simulatorUrl, demoKey: key }
  await showExampleRequests(show, addresses, () => Date.now())
  show('Ctrl-C stops the cluster.')
}

/** Resolves when the api returns the first market. */
async function waitForMarkets(apiUrl: string, key: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const request = { headers: { 'X-API-Key': key } }
    const answer = await fetch(`${apiUrl}/v1/markets?limit=1`, request).catch(() => null)
    if (answer?.ok && ((await answer.json()) as readonly unknown[]).length > 0) return
    await sleep(500)
  }
}

const parsedArguments = parseArguments(process.argv.slice(2))
if (parsedArguments === null) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
const folder = parsedArguments.folder ?? (await mkdtemp(join(tmpdir(), 'oddslog-cluster-')))
await mkdir(folder, { recursive: true })
try {
  await run(folder, stopping.signal)
} catch (error) {
  const isMissing = error instanceof ServersMissing
  process.stderr.write(`${isMissing ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  if (parsedArguments.folder === null)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
