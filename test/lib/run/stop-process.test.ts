// A process with a part that does not close: it ends after its limit, or at a second signal, and has in its log what it
// acknowledged.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { openReadOnlyLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { stopLimitsMs } from '../../../services/lib/run/stop-process.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { sleep, until } from '../../support/waiting.ts'

let directory: string
const kill: (() => void)[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-stop-'))
})
afterEach(async () => {
  for (const one of kill.splice(0)) one()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

function start(limitMs: number) {
  const file = fileURLToPath(new URL('stop-child.ts', import.meta.url))
  const args = ['--import', 'tsx', file, directory, `${limitMs}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  kill.push(() => child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  return {
    ended: once(child, 'close'),
    signal: () => child.kill('SIGTERM'),
    stdout: () => stdout,
    stderr: () => stderr,
    acknowledged: () => (stdout.match(/^\d+(?=\n)/gm) ?? []).map(Number),
  }
}

async function numbersInLog(): Promise<readonly number[]> {
  const log = openReadOnlyLmdbLog({ path: directory, topics: contractTopics, now: Date.now })
  const numbers: number[] = []
  try {
    for await (const { value } of log.read({ topic: 'in.a', partition: 0, from: 0 }))
      numbers.push(Number(value.toString()))
  } finally {
    await log.close()
  }
  return numbers
}

/** The last append may be in the log although its acknowledgement was not written to stdout. */
async function expectNothingLost(acknowledged: readonly number[]): Promise<void> {
  const numbers = await numbersInLog()
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(numbers.slice(0, acknowledged.length)).toEqual(acknowledged)
  expect(numbers.length - acknowledged.length).toBeLessThanOrEqual(1)
}

it('ends itself after its limit, and names the part that has not closed', async () => {
  const child = start(500)
  await until(() => child.acknowledged().length > 10)
  child.signal()
  expect(await child.ended).toEqual([null, 'SIGKILL'])
  expect(child.stdout()).toContain('Stopping.')
  expect(child.stderr().trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(child.stderr())).toMatchObject({
    level: 60,
    parts: ['stuck part'],
    limitMs: 500,
    msg: 'parts have not closed in time: the process ends at once',
  })
  await expectNothingLost(child.acknowledged())
})

it('ends at once at a second signal', async () => {
  const child = start(stopLimitsMs.service)
  await until(() => child.acknowledged().length > 10)
  child.signal()
  await until(() => child.stdout().includes('Stopping.'))
  await sleep(1_100)
  child.signal()
  expect(await child.ended).toEqual([null, 'SIGKILL'])
  expect(child.stderr()).toBe('')
  await expectNothingLost(child.acknowledged())
})

it('has limits that are longer than those of what it waits for', () => {
  const { child, killChild, service } = stopLimitsMs
  const [appendMs, storeMs] = [60_000, 10_000]
  expect(child).toBeGreaterThan(appendMs)
  expect(killChild).toBeGreaterThan(child)
  expect(service).toBeGreaterThan(killChild + storeMs)
})
