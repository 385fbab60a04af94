// The service in several processes on one machine (PROCESSES=roles): it answers as one service, survives the
// death of each process, and leaves none behind.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Market, TradePage } from '../../schemas/generated/api.ts'
import { freePorts } from '../../tools/servers/free-ports.ts'
import { createPrograms, type Program } from '../chaos/program.ts'
import { eventually, sleep } from '../support/waiting.ts'
import { signUp, statusWith } from '../support/accounts.ts'
import { noLimits } from './service.ts'
import { openWorld, type World } from './world.ts'

const programs = createPrograms()
let directory: string
let world: World

function start(
  variables: Readonly<Record<string, string>> = {},
  roles: readonly string[] = [],
): Program {
  const all = {
    PROCESSES: 'roles',
    DATA_DIR: join(directory, 'data'),
    SIMULATOR_URL: world.url,
    LOG_LEVEL: 'warn',
    ...noLimits,
    ...variables,
  }
  return programs.start(all, roles)
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-processes-'))
  world = await openWorld({ seed: 'processes', historyDays: 0, size: 0.1, activity: 20 })
})

afterAll(async () => {
  await programs.killAll()
  await world.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

/** The processes that `pid` has started, by their roles. */
function childrenOf(pid: number): Map<string, number> {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const found = new Map<string, number>()
  for (const line of table.split('\n')) {
    const [, child, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (Number(parent) !== pid) continue
    const name = /role-process\.[jt]s (.*)$/.exec(args)?.[1] ?? /chdb-server/.exec(args)?.[0]
    // tsx has a process of its own
    if (name !== undefined) found.set(name, Number(child))
  }
  return found
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const allProcesses = ['api', 'chdb-server', 'matcher', 'normalizer', 'poller', 'projector webhooks']

describe('the service in several processes', () => {
  let program: Program
  let url: string
  let adminUrl: string
  let apiKey: string

  beforeAll(async () => {
    program = start()
    url = await program.apiUrl
    adminUrl = /metrics at (\S+)\/metrics/.exec(program.stdout())?.[1] ?? ''
    ;({ apiKey } = await signUp(url))
  })

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(url + path, { headers: { 'X-API-Key': apiKey } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as T
  }

  /** The time of the newest trade of the markets that are traded most. */
  async function newestTradeMs(): Promise<number> {
    const markets = await get<readonly Market[]>('/v1/markets?limit=20&sort_by=volume')
    const pages = await Promise.all(
      markets.map(({ id }) =>
        get<TradePage>(`/v1/markets/${encodeURIComponent(id)}/trades?limit=1`),
      ),
    )
    return Math.max(0, ...pages.flatMap(({ trades }) => trades.map((trade) => trade.timestamp_ms)))
  }

  /** Asks once a second: more would keep a busy machine from taking trades in. */
  async function tradesArriveAfter(ms: number): Promise<void> {
    await eventually(async () => {
      await sleep(1_000)
      expect(await newestTradeMs()).toBeGreaterThan(ms)
    })
  }

  /** Waits until the poller does more than follow the tapes, because the api told it so. */
  async function pollerReadsLists(): Promise<void> {
    const listRequest = /^oddslog_poller_requests_total\{(?=.*process="poller").*class="lists"/m
    await eventually(async () =>
      expect(await (await fetch(`${adminUrl}/metrics`)).text()).toMatch(listRequest),
    )
    expect(program.stderr()).not.toContain('has not loaded all markets in time')
  }

  it('answers as one service', async () => {
    await tradesArriveAfter(0)
    // On a busy machine the matcher, which comes last, may still be starting.
    await eventually(async () => {
      const ready = await fetch(`${adminUrl}/health/ready`)
      expect(await ready.json()).toEqual({
        status: 'ready',
        parts: {
          log: 'ok',
          store: 'ok',
          normalizer: 'ok',
          projector: 'ok',
          disk: 'ok',
          catalog: 'ok',
        },
      })
    })
    // The metrics of a process that is starting, or does not answer in time, are left out.
    await eventually(async () => {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
      for (const roles of [
        'supervisor',
        'api',
        'matcher',
        'normalizer',
        'poller',
        'projector webhooks',
      ])
        expect(metrics).toContain(`nodejs_version_info{process="${roles}",`)
      expect(metrics.match(/^# TYPE oddslog_ready /gm)).toHaveLength(1)
    })
  })

  it('lowers the priority of all threads of a process that no client waits for', () => {
    const matcher = childrenOf(program.pid).get('matcher') ?? 0
    const threads = execFileSync('ps', ['-L', '-p', `${matcher}`, '-o', 'ni='], {
      encoding: 'utf8',
    })
    const nicenesses = threads.trim().split('\n').map(Number)
    expect(nicenesses.length).toBeGreaterThan(1)
    expect(Math.min(...nicenesses)).toBe(Math.min(getPriority() + 17, 19))
  })

  it('gives the store a lower priority than the api', () => {
    const children = childrenOf(program.pid)
    const [api = 0, store = 0] = ['api', 'chdb-server'].map((name) =>
      getPriority(children.get(name)),
    )
    expect(store).toBe(Math.min(api + 4, 19))
  })

  it('starts its processes with options that make them return unused memory', () => {
    const matcher = childrenOf(program.pid).get('matcher') ?? 0
    // with the environment variables
    const command = execFileSync('ps', ['eww', '-p', `${matcher}`, '-o', 'args='], {
      encoding: 'utf8',
    })
    expect(command).toContain('--heap-growing-percent=')
    expect(command).toContain('MALLOC_MMAP_THRESHOLD_=')
  })

  it('passes commands on to the role that they are for', async () => {
    const post = (path: string, body: object): Promise<Response> =>
      fetch(adminUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const explained = await post('/matches/explain', { ids: ['pa_1', 'pb_1'] })
    expect(explained.status).toBe(404)
    expect(await explained.json()).toMatchObject({
      detail: expect.stringContaining('unknown to the matcher') as unknown,
    })
    const revoked = await post('/developers/revoke', { email: 'nobody@example.com', reason: '' })
    expect(revoked.status).toBe(404)
    const sizes = await post('/tables/sizes', {})
    expect(await sizes.json()).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ table: 'trades' })]) as unknown,
    })
    const period = { from_ms: 0, until_ms: Date.now(), owner: null, after: '' }
    const hashes = await post('/tables/hashes', { table: 'trades', by: 'day', ...period })
    const { groups } = (await hashes.json()) as { groups: readonly { readonly rows: number }[] }
    expect(Math.min(...groups.map(({ rows }) => rows))).toBeGreaterThan(0)
  })

  it.each(allProcesses)('goes on after the death of: %s', async (name) => {
    const before = childrenOf(program.pid)
    expect([...before.keys()].sort()).toEqual(allProcesses)
    const pid = before.get(name) ?? 0
    process.kill(pid, 'SIGKILL')
    await eventually(async () => expect(childrenOf(program.pid).get(name) ?? pid).not.toBe(pid))
    const killedMs = Date.now()
    await tradesArriveAfter(killedMs)
    await pollerReadsLists()
    await eventually(async () => expect((await fetch(`${adminUrl}/health/ready`)).status).toBe(200))
    expect(await statusWith(url, apiKey)).toBe(200)
  })

  it('leaves no process behind when it is killed, and continues after a restart', async () => {
    const children = [...childrenOf(program.pid).values()]
    program.signal('SIGKILL')
    await program.exit
    await eventually(async () => expect(children.filter(isRunning)).toEqual([]))
    program = start()
    url = await program.apiUrl
    expect(await statusWith(url, apiKey)).toBe(200)
    await tradesArriveAfter(Date.now())
    adminUrl = /metrics at (\S+)\/metrics/.exec(program.stdout())?.[1] ?? ''
    await pollerReadsLists()
  })

  it('stops with all its processes', async () => {
    await eventually(async () =>
      expect([...childrenOf(program.pid).keys()].sort()).toEqual(allProcesses),
    )
    const children = [...childrenOf(program.pid).values()]
    program.signal('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    // A matcher that was still opening ends when its parent has ended.
    await eventually(async () => expect(children.filter(isRunning)).toEqual([]))
  })

  it('runs only the roles of the command, on the same log', async () => {
    const [adminPort] = await freePorts(1)
    const some = start({ ADMIN_PORT: `${adminPort}` }, ['poller', 'normalizer'])
    await eventually(async () => {
      const ready = await fetch(`http://127.0.0.1:${adminPort}/health/ready`)
      expect(await ready.json()).toEqual({
        status: 'ready',
        parts: { log: 'ok', disk: 'ok', normalizer: 'ok' },
      })
    })
    expect([...childrenOf(some.pid).keys()].sort()).toEqual(['normalizer', 'poller'])
    some.signal('SIGTERM')
    expect(await some.exit).toEqual({ code: 0, signal: null })
  })

  it('leaves no process behind that was still loading when its parent ended', async () => {
    const entry = new URL('../../services/role-process.ts', import.meta.url)
    const child = fork(entry, ['matcher'], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, PROCESSES: 'one', DATA_DIR: join(directory, 'none') },
    })
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })

  it('ends with the reason of a process that cannot start', async () => {
    const taken = new URL(world.url).port
    const refused = start({ PORT: taken, LOG_LEVEL: 'error' })
    expect(await refused.exit).toEqual({ code: 1, signal: null })
    const [what, advice] = refused.stderr().trim().split('\n')
    expect(what).toMatch(new RegExp(`api server did not start: .*EADDRINUSE.*:${taken}$`))
    expect(advice).toBe('set PORT, ADMIN_PORT or SIMULATOR_PORT to use other ports')
  })
})
