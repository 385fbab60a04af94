// The command `status`: from the log and the metrics of a service to the output.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { HttpServer } from '../../../services/lib/run/http-server.ts'
import { openAdminServer } from '../../../services/lib/telemetry/admin.ts'
import { createMetrics } from '../../../services/lib/telemetry/metrics.ts'
import { readMetrics, readReadiness } from '../../../services/ops/ask-admin.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import {
  printStatus,
  type Status,
  type StatusRequest,
} from '../../../services/ops/status/status.ts'
import { askForTableSizes, tableSizesPath } from '../../../services/ops/status/tables.ts'
import { aTrade } from '../../projector/records.ts'
import { eventually } from '../../support/waiting.ts'
import { openOpsLog, topicPrefix, type OpsLog } from '../ops-log.ts'
import { healthy } from './a-status.ts'
import { roles } from '../../../services/topology.ts'

let ops: OpsLog
let admin: HttpServer
let parts: Record<string, string | null>
let metrics: ReturnType<typeof createMetrics>

beforeEach(async () => {
  ops = await openOpsLog()
  parts = { log: null }
  metrics = createMetrics()
  metrics.role.set({ role: 'normalizer' }, 1)
  admin = await openAdminServer({
    host: '127.0.0.1',
    port: 0,
    readMetrics: () => metrics.registry.metrics(),
    readReadiness: () => Promise.resolve(parts),
    commands: { [tableSizesPath]: () => Promise.resolve({ status: 200, body: healthy.tables }) },
  })
})
afterEach(async () => {
  await admin.close()
  await ops.remove()
})

async function run(
  changes: Partial<StatusRequest> = {},
  more: Partial<Parameters<typeof printStatus>[1]> = {},
): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> {
  const lines: string[] = []
  const { url } = admin
  const exitCode = await printStatus(
    { json: true, watch: false, partitions: false, ...changes },
    {
      adminUrl: url,
      topicPrefix,
      // the log of the test stays open
      openLog: async () => ({
        log: { ...ops.log, close: () => Promise.resolve() },
        decoder: ops.codec,
      }),
      readMetrics: () => readMetrics(url),
      readReadiness: () => readReadiness(url),
      askForTableSizes: () => askForTableSizes(url),
      now: () => ops.nowMs,
      signal: new AbortController().signal,
      show: (line) => lines.push(line),
      clearScreen: () => lines.push('clear'),
      ...more,
    },
  ).then(
    () => 0,
    (error: { exitCode: number }) => error.exitCode,
  )
  return { lines, exitCode }
}

const stages = roles.normalizer.reads.length + roles.projector.reads.length

const parse = ({ lines }: { readonly lines: readonly string[] }): Status =>
  JSON.parse(lines[0] ?? '') as Status

async function appendTrades(partition: number, count: number): Promise<void> {
  const value = { trade: aTrade(), progress: null }
  await ops.append('trades', partition, Array(count).fill({ key: 'pb_M', value }))
}

describe('the lag of a stage', () => {
  it('is the number of unread records, and the age of the oldest one', async () => {
    await appendTrades(4, 5)
    ops.nowMs += 10_000
    await appendTrades(4, 2)
    await appendTrades(7, 1)
    await ops.log.reset(`${topicPrefix}projector`, [
      { topic: `${topicPrefix}trades`, partition: 4, offset: 5 },
    ])
    ops.nowMs += 3_000
    const { log } = parse(await run())
    const trades = log?.stages.find((one) => one.role === 'projector' && one.topic === 'trades')
    expect(trades).toMatchObject({ lag_records: 3, lag_ms: 3_000 })
    expect(trades?.partitions).toHaveLength(12)
    expect(trades?.partitions[4]).toEqual({
      partition: 4,
      newest_offset: 7,
      position: 5,
      lag_records: 2,
      lag_ms: 3_000,
    })
    expect(trades?.partitions[0]).toMatchObject({ lag_records: 0, lag_ms: 0 })
  })
})

describe('the exit code', () => {
  it('is 0 if the service is healthy', async () => {
    expect(await run({ json: false })).toMatchObject({
      exitCode: 0,
      lines: expect.arrayContaining(['healthy']),
    })
  })

  it('is another one if a part is not ready', async () => {
    parts['store'] = 'is being rebuilt'
    const found = await run()
    expect(found.exitCode).toBe(exitCodes.unhealthy)
    expect(parse(found)).toMatchObject({
      service: { roles: ['normalizer'], parts: { log: null, store: 'is being rebuilt' } },
      problems: [{ problem: 'not ready: store: is being rebuilt' }],
    })
  })

  it('is another one if a dead letter is open', async () => {
    await ops.appendBytes('dead-letters', 0, [Buffer.from('rubbish')])
    const found = await run()
    expect(found.exitCode).toBe(exitCodes.unhealthy)
    expect(parse(found).log?.dead_letters).toEqual({ open: 0, undecodable: 1 })
  })
})

describe('what is missing', () => {
  it.each(['http://127.0.0.1:1', 'a program that answers other things'])(
    'is the service at %s',
    async (url) => {
      const other = url.startsWith('http') ? url : `${admin.url}/health`
      await appendTrades(4, 1)
      const found = await run(
        {},
        {
          readMetrics: () => readMetrics(other),
          readReadiness: () => readReadiness(other),
          askForTableSizes: () => askForTableSizes(other),
        },
      )
      expect(found.exitCode).toBe(exitCodes.unhealthy)
      const { service, service_problem, tables_problem, log } = parse(found)
      expect([service, log?.stages.length]).toEqual([null, stages])
      for (const problem of [service_problem, tables_problem])
        expect(problem).toMatch(/nothing answers at http:..127|answered 404|does not run the role/)
    },
  )

  it('is the log', async () => {
    const openLog = () => Promise.reject(new Error('there is no log in /x'))
    const found = await run({}, { openLog })
    expect(found.exitCode).toBe(exitCodes.unhealthy)
    expect(parse(found)).toMatchObject({ log: null, log_problem: 'there is no log in /x' })
  })
})

it('is printed again until it is stopped', async () => {
  const stopped = new AbortController()
  const lines: string[] = []
  let readings = 0
  const running = run(
    { watch: true, json: false },
    {
      signal: stopped.signal,
      show: (line) => lines.push(line),
      clearScreen: () => lines.push('clear'),
      readMetrics: () => {
        readings += 1
        if (readings === 2) metrics.fatal.set({ part: 'matcher' }, 1)
        return readMetrics(admin.url)
      },
    },
  )
  const verdicts = () => lines.filter((_line, i) => lines[i - 1] === 'clear')
  await eventually(async () => expect(verdicts()).toHaveLength(2))
  expect(verdicts()[0]).toBe('healthy')
  expect(verdicts()[1]).toMatch(/^NOT HEALTHY: the part matcher/)
  stopped.abort()
  expect(await running).toMatchObject({ exitCode: 0 })
})
