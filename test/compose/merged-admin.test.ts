// The merged answers of the admin port while one of the role processes fails.
import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createMergedAdmin } from '../../services/compose/processes/merged-admin.ts'
import type { RoleProcess } from '../../services/compose/processes/child.ts'
import { factRowsPath } from '../../services/ops/fact-rows.ts'
import type { Role } from '../../services/topology.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A role process of which only the admin port exists. */
async function startProcess(
  role: Role,
  listener: RequestListener,
  { hasOpened = true } = {},
): Promise<RoleProcess> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    roles: [role],
    addresses: () => ({
      apiUrl: null,
      adminUrl: `http://127.0.0.1:${port}`,
      simulatorUrl: null,
      demoKey: null,
    }),
    hasOpened: () => hasOpened,
    load: () => undefined,
    open: () => Promise.resolve(),
    loaded: Promise.resolve(),
    reportMarketsLoaded: () => undefined,
    stop: () => Promise.resolve(),
  }
}

const healthy: RequestListener = (request, response) => {
  if (request.url === '/metrics') response.end('# HELP records Records.\nrecords 3\n')
  else response.end(JSON.stringify({ status: 'ready', parts: { log: 'ok' } }))
}

const endsInItsAnswer: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': 1_000 })
  response.write('{"parts":', () => response.destroy())
}

const answers500: RequestListener = (_request, response) => {
  response.writeHead(500).end(JSON.stringify({ detail: 'internal error: a fault' }))
}

async function openAdmin(listener: RequestListener) {
  const processes = [await startProcess('poller', healthy), await startProcess('api', listener)]
  return createMergedAdmin(processes, { readMetrics: () => Promise.resolve(''), commands: {} })
}

describe('a process that ends in the middle of its answer', () => {
  it('is missing in the metrics of the others', async () => {
    const admin = await openAdmin(endsInItsAnswer)
    expect(await admin.readMetrics()).toContain('records{process="poller"} 3')
  })

  it('is not ready', async () => {
    const admin = await openAdmin(endsInItsAnswer)
    expect(await admin.readReadiness()).toEqual({ log: null, api: 'the process does not answer' })
  })

  it('makes its commands unavailable', async () => {
    const admin = await openAdmin(endsInItsAnswer)
    expect(await admin.commands[factRowsPath]?.({})).toEqual({
      status: 503,
      body: { detail: 'the process does not answer; try again' },
    })
  })
})

describe('a process that answers with an error', () => {
  it('is not ready, with the error', async () => {
    const admin = await openAdmin(answers500)
    expect(await admin.readReadiness()).toEqual({
      log: null,
      api: 'the process answers 500: internal error: a fault',
    })
  })
})

it('is ready while a process waits for its start', async () => {
  const processes = [
    await startProcess('api', healthy),
    await startProcess('matcher', answers500, { hasOpened: false }),
  ]
  const admin = createMergedAdmin(processes, {
    readMetrics: () => Promise.resolve(''),
    commands: {},
  })
  expect(await admin.readReadiness()).toEqual({ log: null })
})
