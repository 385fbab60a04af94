// Entry point of a child process that runs some of the roles on one machine. compose/processes/ starts this process
// with the roles as arguments, and then sends it the environment variables for the log and the store.
import { once } from 'node:events'
import pino from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { openService } from './compose.ts'
import { createServiceLifecycle } from './compose/lifecycle.ts'
import { openParentChannel } from './compose/processes/commit-messages.ts'
import { loadRoles } from './compose/role-modules.ts'
import type { ChildMessage, OpenMessage, ParentMessage } from './compose/processes/messages.ts'
import { parseConfig } from './config.ts'
import { allRoles } from './config/command.ts'
import { killSelf, sendToParent } from './lib/run/running-process.ts'
import { stopLimitsMs, stopWithin } from './lib/run/stop-process.ts'

const send = sendToParent<ChildMessage>

async function failAndExit(error: unknown): Promise<never> {
  await send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function run(): Promise<void> {
  const args = process.argv.slice(2)
  // Loads the code of the roles while the parent opens the log and the store. Errors are ignored here, because
  // openService() loads the code too and reports them.
  loadRoles(allRoles.filter((role) => args.includes(role))).catch(() => undefined)
  const marketsLoaded = new Promise<void>((resolve) => {
    process.on('message', ({ type }: OpenMessage | ParentMessage) => {
      if (type === 'marketsLoaded') resolve()
    })
  })
  const [{ variables }] = (await once(process, 'message')) as [OpenMessage]
  const config = parseConfig({ ...process.env, ...variables }, args)
  const logger = pino(
    { level: config.logLevel, base: { pid: process.pid, roles: args } },
    pino.destination({ dest: 2, sync: true }),
  )
  const lifecycle = createServiceLifecycle(logger)
  const stopAndExit = (): void => {
    const exit = (): never => process.exit()
    stopWithin(stopLimitsMs.child, lifecycle, logger).then(exit, exit)
  }
  process.on('SIGTERM', stopAndExit)
  if (config.command.name !== 'run') throw new Error('a process of roles needs their names')
  const service = await openService({
    config,
    roles: config.command.roles,
    version: manifest.version,
    logger,
    now: () => Date.now(),
    lifecycle,
    marketsLoaded,
    ...(config.log.kind === 'lmdb' ? { commitChannel: openParentChannel(process) } : {}),
    onBackfill: (progress) => void send({ type: 'backfill', progress }),
    onFatal: (error) => void failAndExit(error),
  })
  const { apiUrl, adminUrl, simulatorUrl, demoKey } = service
  await send({ type: 'opened', addresses: { apiUrl, adminUrl, simulatorUrl, demoKey } })
  await service.loaded
  await send({ type: 'loaded' })
}

process.umask(0o077)
// Ctrl-C in a terminal reaches this child process too. It is ignored, because the parent decides when the child
// stops.
process.on('SIGINT', () => undefined)
// This process must not outlive its parent: another service may start on the same data. The parent may have
// ended while this process was still loading.
process.on('disconnect', killSelf)
if (process.connected) run().catch(failAndExit)
else killSelf()
