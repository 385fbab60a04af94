// Mistakes of operators with docker-compose.yml, and what the containers report.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { run } from '../../tools/containers/run-command.ts'
import { readBlocks } from './page.ts'
import { openDeployment, slowly, type Deployment } from './deployment.ts'
import { describeWithDocker } from './describe-with-docker.ts'
import { isFound, until } from '../support/waiting.ts'

/** Limits of what hangs, not of what is slow. */

const required = [
  'COMPOSE_PROFILES',
  'CLICKHOUSE_PASSWORD',
  'REDIS_PASSWORD',
  'JWT_SECRET',
  'WEBHOOK_SECRET',
]
const brokers = ['kafka-1', 'kafka-2', 'kafka-3']
const others = ['registry', 'clickhouse', 'redis', 'projector', 'api', 'gateway']
const wrongPassword = randomBytes(8).toString('hex')

/** Files on top of the compose file. Volumes in memory have a known size; a broker needs more than 4 MB. */
const overrides = {
  'small-store.yml':
    'volumes: { clickhouse: { driver_opts: { type: tmpfs, device: tmpfs, o: "size=1g,uid=101" } } }\n',
  'small-broker.yml': [
    'services: { kafka-3: { volumes: !override ["small:/var/lib/kafka/data"] } }',
    'volumes: { small: { driver_opts: { type: tmpfs, device: tmpfs, o: "size=4m,uid=1000" } } }',
    '',
  ].join('\n'),
  'read-only-broker.yml':
    'services: { kafka-3: { volumes: !override ["kafka-3:/var/lib/kafka/data:ro"] } }\n',
  'read-only-store.yml':
    'services: { clickhouse: { volumes: !override ["clickhouse:/var/lib/clickhouse:ro"] } }\n',
}
/** The image without its newest migration: as of a version before that migration. */
const olderVersion = 'test-older'
const buildOlderImage = `docker build --quiet --tag oddslog:${olderVersion} - <<'EOF'
FROM oddslog:local
USER root
RUN rm "$(ls infra/clickhouse/*.sql | tail -n 1)"
USER node
EOF`
const composeFiles = (...more: (keyof typeof overrides)[]): { readonly COMPOSE_FILE: string } => ({
  COMPOSE_FILE: [
    process.env['COMPOSE_FILE'] ?? 'docker-compose.yml',
    'small-store.yml',
    ...more,
  ].join(':'),
})

await describeWithDocker('docker-compose.yml, used wrongly', () => {
  let deployment: Deployment
  let settings: string

  beforeAll(async () => {
    deployment = await openDeployment()
    const [first] = readBlocks()
    const script = first?.script.replace(/^docker compose up.*$/m, '') ?? ''
    await deployment.follow(script)
    for (const [name, text] of Object.entries(overrides))
      await writeFile(join(deployment.folder, name), text)
    settings = await readFile(join(deployment.folder, '.env'), 'utf8')
  })
  afterAll(async () => {
    await deployment.close()
    await run('docker', ['rmi', `oddslog:${olderVersion}`], {})
  })

  const compose: Deployment['compose'] = (args, variables = {}) =>
    deployment.compose(args, { ...composeFiles(), ...variables })
  const runOnce = (
    service: string,
    variables: Readonly<Record<string, string>>,
    version = 'test',
  ) => {
    const set = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`])
    const args = ['run', '-T', '--rm', '--no-deps', ...set, service]
    return compose(args, { ODDSLOG_VERSION: version })
  }
  const logsOf = async (service: string): Promise<string> =>
    (await compose(['logs', '--no-log-prefix', service])).output
  const isHealthy = async (services: readonly string[]): Promise<boolean> => {
    const containers = await deployment.containers()
    return services.every((service) => {
      const own = containers.filter((container) => container.service === service)
      return own.length > 0 && own.every(({ health }) => health === 'healthy')
    })
  }
  /** A statement on the store of the deployment. */
  const queryStore = (sql: string) => {
    const program =
      "fetch(process.env.STORE_URL.replace(/\\/\\/.*@/, '//').replace(/[^/]*$/, '?database=oddslog'), " +
      "{ method: 'POST', body: process.argv[1], headers: { Authorization: 'Basic ' + " +
      "Buffer.from(process.env.STORE_URL.match(/\\/\\/(.*)@/)[1]).toString('base64') } })" +
      '.then(async (r) => console.log(r.status, await r.text()))'
    return compose(['exec', '-T', 'api', 'node', '-e', program, sql])
  }

  it.each(required)('names %s, if it is missing, and starts nothing', async (name) => {
    const without = settings.split('\n').filter((line) => !line.startsWith(`${name}=`))
    await writeFile(join(deployment.folder, '.env'), without.join('\n'))
    const { code, output } = await compose(['up', '-d'])
    await writeFile(join(deployment.folder, '.env'), settings)
    expect(code).not.toBe(0)
    expect(output).toContain(name)
    expect(await deployment.containers()).toEqual([])
  })

  it('names every variable that is malformed, in one start', async () => {
    const wrong = {
      RATE_LIMIT: 'often',
      TRUSTED_PROXIES: '-1',
      LOG_LEVEL: 'loud',
      TOPIC_PREFIX: 'a b',
      JWT_SECRET: 'short',
      CACHE_URL: 'memcached:',
    }
    const { code, output } = await runOnce('api', wrong)
    expect(code).toBe(1)
    for (const name of Object.keys(wrong)) expect(output).toMatch(new RegExp(`^${name}`, 'm'))
    expect((await runOnce('poller', { UPSTREAM: 'liv' })).output).toContain('UPSTREAM=liv')
  })

  it('says that the volume of the store is read-only, and starts once it can be written to', async () => {
    await compose(['up', '-d', '--no-deps', 'clickhouse'], composeFiles('read-only-store.yml'))
    await until(
      async () => (await deployment.containers()).find(({ restarts }) => restarts > 0),
      isFound,
      slowly,
    )
    expect(await logsOf('clickhouse')).toMatch(/read-only|not writable|permission denied/i)
    await compose(['up', '-d', '--no-deps', 'clickhouse'])
    await until(() => isHealthy(['clickhouse']), isFound, slowly)
  })

  it('waits for a broker that starts a minute later than the others', async () => {
    const firstParts = [
      ...brokers.slice(0, 2),
      ...others,
      'poller',
      'normalizer',
      'matcher',
      'simulator',
    ]
    await compose(['up', '-d', '--no-deps', ...firstParts])
    await sleep(60_000)
    await compose(['up', '-d', '--no-deps', 'kafka-3'])
    await until(() => isHealthy([...brokers, ...others]), isFound, slowly)
  })

  it('says that the password of ClickHouse is wrong', async () => {
    const { code, output } = await runOnce('projector', {
      STORE_URL: `http://oddslog:${wrongPassword}@clickhouse:8123/oddslog`,
    })
    expect(code).toBe(1)
    expect(output).toContain('refuses user oddslog: check user and password in STORE_URL')
    expect(output).not.toContain(wrongPassword)
  })

  it.each([
    ['read-only', 'read-only-broker.yml', /read-only|not writable/i],
    ['full', 'small-broker.yml', /No space left on device/],
  ] as const)(
    'goes on with a broker whose volume is %s, and takes it back afterwards',
    async (_state, override, reason) => {
      await compose(['up', '-d', '--no-deps', 'kafka-3'], composeFiles(override))
      await until(
        async () =>
          (await deployment.containers()).find((c) => c.service === 'kafka-3' && c.restarts > 0),
        isFound,
        slowly,
      )
      expect(await logsOf('kafka-3')).toMatch(reason)
      expect((await fetch(`${deployment.apiUrl}/v1/markets`)).status).toBe(401)
      await compose(['up', '-d', '--no-deps', 'kafka-3'])
      await until(() => isHealthy(brokers), isFound, slowly)
    },
  )

  it('answers while the volume of the store is full, and stores what came meanwhile afterwards', async () => {
    const countTrades = async (): Promise<number> =>
      Number((await queryStore('SELECT count() FROM trades')).output.split(' ')[1])
    await until(async () => (await countTrades()) > 0, isFound, slowly)
    // The engine may keep an empty part if the volume is filled at once while it merges (docs/clickhouse.md).
    expect((await queryStore('SYSTEM STOP MERGES')).output).toMatch(/^200/)
    await compose(['stop', 'projector'])
    const file = '/var/lib/clickhouse/filled-by-the-test'
    const inStore = (script: string) => compose(['exec', '-T', 'clickhouse', 'sh', '-c', script])
    await inStore(`head -c 2G /dev/zero > ${file}`)
    await compose(['up', '-d', '--no-deps', 'projector'])
    await until(
      async () => /no space left|not.enough.space/i.test(await logsOf('projector')),
      isFound,
      slowly,
    )
    const whileFull = await countTrades()
    expect(whileFull).toBeGreaterThan(0)
    await inStore(`rm ${file}`)
    expect((await queryStore('SYSTEM START MERGES')).output).toMatch(/^200/)
    await until(async () => (await countTrades()) > whileFull, isFound, slowly)
    await until(() => isHealthy([...others]), isFound, slowly)
  })

  it.each(['projector', 'api'])(
    'as the image of an older version, the %s refuses tables that a newer one has migrated',
    async (role) => {
      await deployment.follow(buildOlderImage)
      const { code, output } = await runOnce(role, {}, olderVersion)
      expect(code).toBe(1)
      expect(output).toContain('a newer version of oddslog has migrated the store')
    },
  )

  it('leaves another project on the machine alone', async () => {
    const before = await deployment.containers()
    const other = await openDeployment()
    try {
      await writeFile(join(other.folder, '.env'), settings)
      const own = await other.compose(['up', '-d', '--wait', 'redis', 'prometheus'])
      expect(own).toMatchObject({ code: 0 })
      const taken = new URL(deployment.apiUrl).port
      const colliding = await other.compose(['up', '-d', '--no-deps', 'gateway'], {
        API_PORT: taken,
      })
      expect(colliding.code).not.toBe(0)
      expect(colliding.output).toMatch(/port is already allocated|address already in use/)
    } finally {
      await other.close()
    }
    const after = await deployment.containers()
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
    expect((await fetch(`${deployment.apiUrl}/v1/markets`)).status).toBe(401)
  })
})
