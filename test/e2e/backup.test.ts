// `ops backup` while the service records and serves, killed in the middle and repeated, and `ops restore` to a new
// data directory: the restored log is the beginning of the original one, and a service that starts with it serves
// what the original one serves.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { manifestFile, type Manifest } from '../../services/ops/backup/manifest.ts'
import { backupMark } from '../../services/ops/backup/unfinished-mark.ts'
import { exitCodes } from '../../services/ops/command-failure.ts'
import { openLogContents } from '../chaos/log-contents.ts'
import { createPrograms } from '../chaos/program.ts'
import { sleep, until } from '../support/waiting.ts'
import { caughtUp } from './caught-up.ts'
import { firstKeyOf, openTestService, type TestService } from './service.ts'
import { createV1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'

const programs = createPrograms()
let parent: string
let dataDir: string
let restored: string
let directory: string
let world: World
let apiKey: string
let service: TestService

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'oddslog-backup-'))
  dataDir = join(parent, 'data')
  restored = join(parent, 'restored')
  directory = join(parent, 'backup')
  world = await openWorld({ seed: seedOfRun('backup'), historyDays: 0, size: 0.1, activity: 0.5 })
  service = await openTestService(dataDir, world.url)
  apiKey = firstKeyOf(service)
  while (service.marketsBackfilled() === 0) await sleep(10)
})

afterAll(async () => {
  await programs.killAll()
  await service.stop()
  await world.close()
  await rm(parent, { recursive: true })
})

/** The clock stands still: waits until the service has all of it and serves it. */
async function settled(): Promise<void> {
  while (!service.isBackfilled()) await sleep(100)
  await caughtUp(service)
  // the catalog of the api is refreshed every second
  await sleep(2_000)
}

function startOps(command: string, dir: string) {
  const { port } = new URL(service.adminUrl)
  return programs.start({ DATA_DIR: dir, ADMIN_PORT: port }, ['ops', command, directory, '--json'])
}

/** Returns what the command prints. */
async function runOps(command: string, dir: string): Promise<Record<string, unknown>> {
  const program = startOps(command, dir)
  expect([(await program.exit).code, program.stderr()]).toEqual([0, ''])
  return JSON.parse(program.stdout()) as Record<string, unknown>
}

/** The records of a topic: partition, offset and value. */
async function recordsOf(dir: string, topic: 'raw.trades' | 'trades'): Promise<readonly string[]> {
  const contents = await openLogContents(dir)
  try {
    const found: string[] = []
    for await (const { partition, offset, value } of contents.records(topic))
      found.push(`${partition} ${offset} ${value.toString('base64')}`)
    return found
  } finally {
    await contents.close()
  }
}

/** All markets, and their trades with the watermarks. */
async function answersOf({ apiUrl }: TestService) {
  const v1 = createV1(
    () => apiUrl,
    () => apiKey,
  )
  const ids = [...(await v1.markets()).keys()].toSorted()
  const trades = await Promise.all(
    ids.map(async (id) => [id, (await v1.trades(id)).trades] as const),
  )
  return { trades, candles: await Promise.all(ids.map((id) => v1.candles(id, '1m'))) }
}

describe('a backup of a running service', () => {
  let result: Record<string, unknown>

  it('that is killed is no backup, and is repeated', async () => {
    const killed = startOps('backup', dataDir)
    await until(() => existsSync(join(directory, backupMark)))
    killed.signal('SIGKILL')
    await killed.exit
    expect(existsSync(join(directory, manifestFile))).toBe(false)
    const refused = startOps('restore', restored)
    expect((await refused.exit).code).toBe(exitCodes.refused)
    expect(refused.stderr()).toMatch(/has no manifest/)
    result = await runOps('backup', dataDir)
    expect(result).toMatchObject({ service_runs: true })
    expect((await readdir(directory)).toSorted()).toEqual([expect.any(String), manifestFile])
  })

  it('is restored to a directory with which a service serves the same', async () => {
    world.stopClock()
    await settled()
    const expected = await answersOf(service)
    await service.stop()
    await runOps('restore', restored)
    const { topics } = JSON.parse(await readFile(join(directory, manifestFile), 'utf8')) as Manifest
    for (const topic of ['raw.trades', 'trades'] as const) {
      const found = await recordsOf(restored, topic)
      const original = await recordsOf(dataDir, topic)
      expect(found.length).toBe(topics[`pm.${topic}`]?.reduce((sum, n) => sum + n, 0))
      expect(found.length).toBeLessThan(original.length)
      const known = new Set(original)
      expect(found.filter((record) => !known.has(record))).toEqual([])
    }
    service = await openTestService(restored, world.url)
    await settled()
    expect(await answersOf(service)).toEqual(expected)
    expect(service.fatal).toEqual([])
    expect(service.errors).toEqual([])
  })
})
