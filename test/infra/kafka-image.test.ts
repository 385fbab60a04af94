// The variables of the brokers, passed to the class that generates the settings in the image of Kafka. The
// class is in Kafka's own jar, so the test needs no Docker.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { installServers } from '../../tools/servers/install.ts'
import { describeWithServers } from '../support/servers/describe-with-servers.ts'
import { readComposeFile, requiredVariables } from './compose-file.ts'

const run = promisify(execFile)
const { services } = readComposeFile(requiredVariables)
const defaults = ['server.properties', 'log4j2.yaml', 'tools-log4j2.yaml']

await describeWithServers([], 'the brokers of docker-compose.yml', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oddslog-kafka-image-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** `server.properties`, after the folder of the data was formatted with it. */
  async function setUp(service: string): Promise<Map<string, string>> {
    const { kafkaClassPath } = await installServers()
    const [given, mounted, final, data] = ['given', 'mounted', 'final', 'data'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string]
    for (const path of [given, mounted, final]) await mkdir(path)
    for (const name of defaults) await writeFile(join(given, name), '')
    const variables = Object.entries(services[service]?.environment ?? {})
    const env = Object.fromEntries(variables.map(([name, value]) => [name, String(value)]))
    await run(
      'java',
      ['-Xmx128m', '-cp', kafkaClassPath, 'kafka.docker.KafkaDockerWrapper', 'setup']
        .concat(['--default-configs-dir', given, '--mounted-configs-dir', mounted])
        .concat(['--final-configs-dir', final]),
      { env: { ...env, KAFKA_LOG_DIRS: data, PATH: process.env['PATH'] ?? '' } },
    )
    expect(await readFile(join(data, 'meta.properties'), 'utf8')).toContain(
      `cluster.id=${env['CLUSTER_ID']}`,
    )
    const lines = (await readFile(join(final, 'server.properties'), 'utf8')).split('\n')
    return new Map(
      lines
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  }

  it.each([1, 2, 3])('make settings that Kafka takes, for broker %d', async (id) => {
    const settings = await setUp(`kafka-${id}`)
    expect(Object.fromEntries(settings)).toMatchObject({
      'node.id': String(id),
      'process.roles': 'broker,controller',
      'auto.create.topics.enable': 'false',
      'default.replication.factor': '3',
      'offsets.topic.replication.factor': '3',
      'transaction.state.log.replication.factor': '3',
      'min.insync.replicas': '2',
      'transaction.state.log.min.isr': '2',
    })
    const [, published = ''] = services[`kafka-${id}`]?.ports?.[0]?.split(':') ?? []
    expect(settings.get('advertised.listeners')).toBe(
      `INTERNAL://kafka-${id}:9092,LOOPBACK://127.0.0.1:${published}`,
    )
    expect(settings.get('controller.quorum.voters')).toContain(`${id}@kafka-${id}:9093`)
    // what is for the start script is not a setting
    expect([...settings.keys()].filter((name) => /heap|opts/.test(name))).toEqual([])
  })
})
