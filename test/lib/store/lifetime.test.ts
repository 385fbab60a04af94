// Lifetime of the child: who may use a directory, which signals it handles, what happens when its parent ends.
import { afterEach, describe, expect, it } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openStore, type OpenedStore } from '../../../services/lib/store/clickhouse.ts'
import { describeExit } from '../../../services/lib/store/chdb-server/launch.ts'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { until } from '../../support/waiting.ts'
import { openTemporaryStore } from './temporary-store.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function temporary(): Promise<{ store: OpenedStore; directory: string }> {
  const opened = await openTemporaryStore()
  cleanUps.push(() => opened.dispose())
  return opened
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a data directory', () => {
  it('has one user at a time, and the second gets an error in one line', async () => {
    const { store, directory } = await temporary()
    const second = openStore({ url: `chdb:${directory}` })
    await expect(second).rejects.toThrow(`another oddslog is using ${directory}`)
    await expect(second).rejects.toThrow(/^[^\n]*$/)
    expect(await store.query('SELECT 1 AS a')).toEqual([{ a: 1 }])
  })

  it('is made when it is missing, and refused when it cannot be', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'oddslog-store-'))
    cleanUps.push(() => rm(directory, { recursive: true, force: true }))
    const store = await openStore({ url: `chdb:${join(directory, 'a', 'b')}` })
    await store.close()
    await writeFile(join(directory, 'file'), '')
    await expect(openStore({ url: `chdb:${join(directory, 'file')}` })).rejects.toThrow(/file/)
  })

  it('keeps its rows over a close and a reopening', async () => {
    const { store, directory } = await temporary()
    await store.command('CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a')
    await store.insert('t', ['a'], [[1], [2]])
    await store.close()
    const again = await openStore({ url: `chdb:${directory}` })
    cleanUps.push(() => again.close())
    expect(await again.query('SELECT count() AS n FROM t')).toEqual([{ n: 2 }])
  })
})

/** A store that another process has. */
async function openElsewhere(directory: string): Promise<{ parent: ChildProcess; pid: number }> {
  const module = new URL('../../../services/lib/store/clickhouse.ts', import.meta.url)
  const script = `
    import { openStore } from ${JSON.stringify(module.href)}
    const store = await openStore({ url: ${JSON.stringify(`chdb:${directory}`)} })
    console.log(store.childPid())
    setInterval(() => store.query('SELECT sleep(1)'), 100)`
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const parent = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', script])
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)))
  return { parent, pid }
}

describe('the child', () => {
  it('does not heed the signals that a terminal or a supervisor sends to the whole group', async () => {
    const { store } = await temporary()
    const pid = store.childPid()
    if (pid === null) throw new Error('no child')
    process.kill(pid, 'SIGINT')
    process.kill(pid, 'SIGTERM')
    await sleep(200)
    expect(await store.query('SELECT 1 AS a')).toEqual([{ a: 1 }])
    expect(store.childPid()).toBe(pid)
  })

  it('lets running statements end before it closes, and leaves no process', async () => {
    const { store } = await temporary()
    const pid = store.childPid() ?? 0
    await store.command('CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a')
    const inserting = store.command('INSERT INTO t SELECT sleep(3)')
    const querying = store.query('SELECT sleep(3) AS slept')
    const countRunning = `SELECT count() AS n FROM system.processes
      WHERE query LIKE '%sleep(3)%' AND query NOT LIKE '%system.processes%'`
    await until(async () => Number((await store.query<{ n: unknown }>(countRunning))[0]?.n) === 2)
    await store.close()
    expect(await querying).toEqual([{ slept: 0 }])
    await inserting
    expect(isAlive(pid)).toBe(false)
  })

  it('goes when its parent is killed, and leaves no lock', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'oddslog-store-'))
    cleanUps.push(() => rm(directory, { recursive: true, force: true }))
    const { parent, pid } = await openElsewhere(directory)
    expect(isAlive(pid)).toBe(true)
    await sleep(300)
    parent.kill('SIGKILL')
    while (isAlive(pid)) await sleep(20)
    const store = await openStore({ url: `chdb:${directory}` })
    cleanUps.push(() => store.close())
    expect(await store.query('SELECT 1 AS a')).toEqual([{ a: 1 }])
  })

  it('is waited for when its parent was killed and it has not seen it yet', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'oddslog-store-'))
    cleanUps.push(() => rm(directory, { recursive: true, force: true }))
    const { parent, pid } = await openElsewhere(directory)
    const closed = once(parent, 'exit')
    process.kill(pid, 'SIGSTOP')
    parent.kill('SIGKILL')
    await closed
    const opening = openStore({ url: `chdb:${directory}` })
    cleanUps.push(async () => (await opening).close())
    await Promise.race([opening, sleep(3_000)])
    process.kill(pid, 'SIGCONT')
    expect(await (await opening).query('SELECT 1 AS a')).toEqual([{ a: 1 }])
  })

  it('closes while it is being restarted', async () => {
    const { store } = await temporary()
    process.kill(store.childPid() ?? 0, 'SIGKILL')
    const asked = store.query('SELECT 1')
    asked.catch(() => undefined)
    await sleep(20)
    await store.close()
    await expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
    expect(store.childPid()).toBeNull()
  })
})

describe('a URL', () => {
  it.each([
    ['chdb:', /needs a directory/],
    ['postgres://x/y', /chdb:, http: or https:, not postgres:/],
  ])('%s is refused', async (url, reason) => {
    await expect(openStore({ url })).rejects.toThrow(reason)
  })

  it('of a server opens the same store, and makes its database', async () => {
    const { store } = await temporary()
    const endpoint = store.endpoint()
    if (endpoint === null) throw new Error('no endpoint')
    const { host } = new URL(endpoint.url)
    const url = `http://${endpoint.user}:${endpoint.password}@${host}/an%20other`
    const server = await openStore({ url })
    cleanUps.push(() => server.close())
    expect(await server.query('SELECT currentDatabase() AS d')).toEqual([{ d: 'an other' }])
    const engine = "SELECT engine FROM system.databases WHERE name = 'an other'"
    expect(await server.query(engine)).toEqual([{ engine: 'Atomic' }])
    const wrong = openStore({ url: `http://${endpoint.user}:wrong@${host}/x` })
    await expect(wrong).rejects.toMatchObject({ code: '516' })
  })
})

describe('the reason of an exit', () => {
  const death = { refusal: null, stderr: '', code: null, signal: null, dataDir: '/data' } as const

  it.each([
    [{ ...death, signal: 'SIGKILL' as const }, 'the chDB process was ended by SIGKILL'],
    [{ ...death, code: 3 }, 'the chDB process exited with code 3'],
    [
      { ...death, code: 1, stderr: 'a\nlast words\n' },
      'the chDB process exited with code 1: last words',
    ],
    [
      {
        ...death,
        refusal: 'Failed to create connection',
        stderr: 'Code: 76. DB::Exception: Cannot lock file /data/status. Another server instance',
      },
      'another oddslog is using /data: stop it, or choose another DATA_DIR',
    ],
    [
      { ...death, refusal: 'Failed', stderr: 'DB::Exception: No space left (X)' },
      'Failed: No space left (X)',
    ],
  ])('%#', (ending, line) => {
    expect(describeExit(ending)).toBe(line)
  })
})
