// Runs docs/deploying.md command by command on real containers, and kills every container.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { TradePage } from '../../schemas/generated/api.ts'
import { createReader } from './page.ts'
import { openDeployment, slowly, type Container, type Deployment } from './deployment.ts'
import { describeWithDocker } from './describe-with-docker.ts'
import { isFound, until } from '../support/waiting.ts'

/** Limits of what hangs, not of what is slow. */

const roles = ['poller', 'normalizer', 'matcher', 'projector', 'api', 'webhooks']
const email = 'ada@example.com'

await describeWithDocker('docs/deploying.md', () => {
  const page = createReader()
  let deployment: Deployment
  let key = ''
  /** Lines for docs/deploying.md. */
  const report: string[] = []

  beforeAll(async () => {
    deployment = await openDeployment()
  })
  afterAll(async () => {
    process.stdout.write(`${report.join('\n')}\n`)
    await deployment.close()
  })

  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`${deployment.apiUrl}${path}`, { headers: { 'X-API-Key': key } })
    return response.ok ? await response.json() : null
  }
  const isAnswered = (): Promise<boolean> =>
    ask('/v1/markets?limit=1').then(
      (markets) => Array.isArray(markets) && markets.length === 1,
      () => false,
    )
  /** Unix milliseconds of the newest trade of the markets that are listed first. */
  async function newestTrade(): Promise<number> {
    const markets = (await ask('/v1/markets?limit=20')) as { id: string }[] | null
    const pages = await Promise.all(
      (markets ?? []).map(
        ({ id }) => ask(`/v1/markets/${id}/trades?limit=1`) as Promise<TradePage | null>,
      ),
    )
    return Math.max(0, ...pages.map((answer) => answer?.trades[0]?.timestamp_ms ?? 0))
  }
  const untilNewTrades = async (): Promise<void> => {
    const before = await newestTrade()
    await until(async () => (await newestTrade()) > before, isFound, slowly)
  }
  const untilHealthy = (services?: readonly string[]): Promise<Container[]> =>
    until(
      async () => {
        const all = await deployment.containers()
        const asked = services ? all.filter(({ service }) => services.includes(service)) : all
        return asked.every(({ isRunning, health }) => isRunning && health === 'healthy') && asked
      },
      isFound,
      slowly,
    )
  const nameOf = ({ service, id }: Container): string => `${service} ${id.slice(0, 6)}`

  it('First start: brings up every container from nothing', async () => {
    const started = Date.now()
    await deployment.follow(page.next('First start'))
    const containers = await untilHealthy()
    expect(new Set(containers.map(({ service }) => service)).size).toBe(15)
    const upMs = Date.now() - started
    report.push(`| all containers healthy, images built before | ${seconds(upMs)} s (aim: 120 s) |`)
    for (const container of containers)
      if (container.healthyMs !== null)
        report.push(
          `| ${nameOf(container)} | ${seconds(container.healthyMs - container.startedMs)} s |`,
        )
  })

  it('First start: an account is created and a request answered', async () => {
    const answer = JSON.parse(await deployment.follow(page.next('First start'))) as {
      api_key: string
    }
    key = answer.api_key
    const request = page.next('First start')
    const markets = await until(
      async () => {
        const output = await deployment.follow(request, { KEY: key })
        const found = JSON.parse(output) as { id: string }[]
        return found.length === 3 && found
      },
      isFound,
      slowly,
    )
    for (const { id } of markets) expect(id).toMatch(/^p[ab]_/)
  })

  it('runs nothing as root, and can write only to volumes and memory', async () => {
    for (const { service } of await deployment.containers()) {
      const script = [
        'test "$(id -u)" != 0 || echo root',
        'for f in / /etc /usr /usr/local /opt /home; do touch $f/written 2>/dev/null && echo $f; done; true',
      ].join('; ')
      const written = await deployment.compose(['exec', '-T', service, 'sh', '-c', script])
      expect([service, written]).toEqual([service, { code: 0, output: '' }])
    }
  })

  it('More processes of a role: they share the work', async () => {
    await deployment.follow(page.next('More processes of a role'))
    for (const index of ['1', '2', '3', '4'])
      await until(async () => (await recordsOf(index)) > 0, isFound, slowly)
    const before = await requestsByProcess()
    await until(
      async () => {
        await Promise.all(Array.from({ length: 16 }, () => ask('/v1/markets?limit=1')))
        const now = await requestsByProcess()
        return now.every((count, i) => count > (before[i] ?? 0))
      },
      isFound,
      slowly,
    )
  })

  const recordsOf = (index: string): Promise<number> =>
    sumOfMetric('normalizer', index, 'oddslog_stage_records_total')
  /** Requests that each process of the api has answered. */
  const requestsByProcess = (): Promise<number[]> =>
    Promise.all(
      ['1', '2', '3', '4'].map((index) =>
        sumOfMetric('api', index, 'oddslog_http_request_duration_seconds_count'),
      ),
    )

  async function sumOfMetric(service: string, index: string, name: string): Promise<number> {
    const program = `fetch('http://127.0.0.1:8081/metrics').then((r) => r.text()).then((t) => console.log(t))`
    const { output } = await deployment.compose([
      'exec',
      '-T',
      '--index',
      index,
      service,
      'node',
      '-e',
      program,
    ])
    const lines = output.split('\n').filter((line) => line.startsWith(`${name}{`))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  it('Commands: an account is revoked', async () => {
    expect(await deployment.follow(page.next('Commands'))).toContain('is revoked')
    const { status } = await fetch(`${deployment.apiUrl}/v1/markets?limit=1`, {
      headers: { 'X-API-Key': key },
    })
    expect(status).toBe(401)
    const response = await fetch(`${deployment.apiUrl}/v1/auth/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `grace+${email}`, password: 'correct horse battery' }),
    })
    key = ((await response.json()) as { api_key: string }).api_key
  })

  it('Commands: a match is explained', async () => {
    const { matches } = await until(
      async () => {
        const answer = (await ask('/v1/matching-markets?limit=1')) as {
          matches: { platform_a: { id: string }; platform_b: { id: string } }[]
        } | null
        return answer && answer.matches.length > 0 && answer
      },
      isFound,
      slowly,
    )
    const { platform_a: one, platform_b: other } = matches[0] ?? {
      platform_a: null,
      platform_b: null,
    }
    const script = page
      .next('Commands')
      .replaceAll('pa_0x…', one?.id ?? '')
      .replaceAll('pb_KX…', other?.id ?? '')
    expect(await deployment.follow(script)).toMatch(/score/i)
  })

  async function replayStage(): Promise<void> {
    expect(await deployment.follow(page.next('Commands'))).toMatch(/\d+ records/)
    await untilNewTrades()
  }

  it('Commands: the projector is replayed', replayStage)

  it('Commands: a range is replayed, and nothing differs', async () => {
    const output = await deployment.follow(page.next('Commands'))
    expect(output).toContain('(--dry-run): 0 corrections and 0 new facts')
    expect(output).not.toContain('Warning')
  })

  it('Commands: the normalizer is replayed', replayStage)

  it('Upgrades: the same version again', async () => {
    await deployment.follow(page.next('Upgrades'))
    expect(await isAnswered()).toBe(true)
  })

  it('Upgrades: tables are deleted and rebuilt from the log', async () => {
    await deployment.follow(page.next('Upgrades'))
    await until(isAnswered, isFound, slowly)
    await untilNewTrades()
  })

  it('Upgrades: brokers one at a time', async () => {
    await deployment.follow(page.next('Upgrades'))
    await untilNewTrades()
  })

  it('Backups: volumes are copied while everything stands still', async () => {
    await deployment.follow(page.next('Backups'))
    const { output } = await deployment.compose(['config', '--volumes'])
    expect(output.split('\n')).toContain('kafka-3')
    const list = await deployment.follow(
      'for f in kafka-*.tar; do tar -tf $f | grep -c raw.trades; done',
    )
    expect(
      list
        .trim()
        .split('\n')
        .map(Number)
        .filter((files) => files > 0),
    ).toHaveLength(3)
  })

  it('Backups: down, and up again with all data', async () => {
    await deployment.follow(page.next('Backups'))
    await until(isAnswered, isFound, slowly)
    await untilNewTrades()
  })

  it('External engines: only what is named is started', async () => {
    await deployment.follow(page.next('External engines'))
    await untilHealthy()
  })

  it('has no other command', () => {
    expect(page.left()).toBe(0)
  })

  for (const broker of ['kafka-1', 'kafka-2', 'kafka-3']) describeCrashes([broker])
  describeCrashes(['registry'])
  describeCrashes(['clickhouse'])
  describeCrashes(roles)
  describeCrashes(['redis', 'gateway', 'prometheus', 'simulator'])

  function describeCrashes(services: readonly string[]): void {
    it(`survives kill -9 of ${services.join(', ')}`, async () => {
      const before = await untilHealthy()
      const crashed = services.map((name) => before.find(({ service }) => service === name))
      const started = Date.now()
      for (const container of crashed) if (container) await deployment.crash(container)
      const again = new Map<string, number>()
      await until(
        async () => {
          for (const { id, health, startedMs, isRunning } of await deployment.containers()) {
            const old = crashed.find((container) => container?.id === id)
            const isNew = old && startedMs > old.startedMs
            if (isNew && isRunning && health === 'healthy' && !again.has(old.service))
              again.set(old.service, Date.now() - started)
          }
          return again.size === services.length
        },
        isFound,
        slowly,
      )
      for (const [name, ms] of again) report.push(`| kill -9 ${name} | ${seconds(ms)} s |`)
      await until(isAnswered, isFound, slowly)
      await untilNewTrades()
    })
  }

  it('stays within the memory limits while it is asked from 32 connections', async () => {
    const markets = (await ask('/v1/markets?limit=50')) as { id: string }[]
    const endMs = Date.now() + 10_000
    let answers = 0
    await Promise.all(
      Array.from({ length: 32 }, async (_, connection) => {
        for (let n = connection; Date.now() < endMs; n += 1) {
          const { id = '' } = markets[n % markets.length] ?? {}
          await ask(n % 2 ? `/v1/markets/${id}/candles?interval=1h` : `/v1/markets/${id}/trades`)
          answers += 1
        }
      }),
    )
    expect(answers).toBeGreaterThan(0)
    for (const { service, wasOutOfMemory } of await deployment.containers())
      expect([service, wasOutOfMemory]).toEqual([service, false])
  })

  // The simulator keeps its trades in memory. At 20 times the usual rate it takes 0.8 GB of its limit of 1 GB.
  it('stays within the memory limits at 15 times the usual rate', async () => {
    report.push('memory at the usual rate:', await deployment.follow(memoryOfAll))
    await deployment.compose(['up', '-d', '--no-deps', 'simulator'], { SIMULATOR_ACTIVITY: '15' })
    await untilNewTrades()
    await sleep(60_000)
    report.push('memory at 15 times the usual rate:', await deployment.follow(memoryOfAll))
    for (const { service, wasOutOfMemory } of await deployment.containers())
      expect([service, wasOutOfMemory]).toEqual([service, false])
  })
})

const memoryOfAll = `docker stats --no-stream --format '| {{.Name}} | {{.MemUsage}} |' $(docker compose ps -q)`

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0)
}
