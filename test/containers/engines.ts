// The engines of docker-compose.yml, brought up by the file itself under a project name of the run's own,
// wherever a Docker engine answers. Kafka and the registry are at the ports of 127.0.0.1 that the file
// gives them, so a deployment of the same machine has to be stopped first.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll } from '@jest/globals'
import {
  DockerComposeEnvironment,
  Wait,
  type StartedDockerComposeEnvironment,
} from 'testcontainers'
import { readComposeFile, requiredVariables } from '../infra/compose-file.ts'
import { root } from '../support/source-files.ts'
import { describeWithDocker } from './describe-with-docker.ts'

export interface Engines {
  /** `host:port` of every broker. */
  readonly brokers: readonly string[]
  readonly registryUrl: string
  /** With user and password; `database` in its path. */
  storeUrl(database: string): string
  readonly redisUrl: string
}

const { services } = readComposeFile(requiredVariables)
const names = ['kafka-1', 'kafka-2', 'kafka-3', 'registry', 'clickhouse', 'redis'] as const
/** Images may have to be fetched. */
const upWithinMs = 900_000
const healthyWithinMs = 180_000

/** `describe` with the engines up. */
export async function describeWithEngines(
  name: string,
  body: (engines: () => Engines) => void,
): Promise<void> {
  await describeWithDocker(name, () => {
    let environment: StartedDockerComposeEnvironment | null = null
    beforeAll(async () => {
      environment = await up()
    }, upWithinMs)
    afterAll(() => environment?.down({ removeVolumes: true }), healthyWithinMs)
    body(() => {
      if (!environment) throw new Error('the engines are not up')
      return toEngines(environment)
    })
  })
}

function up(): Promise<StartedDockerComposeEnvironment> {
  return new DockerComposeEnvironment(root, [
    // with tools/containers/stand-ins where no image can be pulled
    ...(process.env['COMPOSE_FILE'] ?? 'docker-compose.yml').split(':'),
    join('test', 'containers', 'published.yml'),
  ])
    .withProjectName(`oddslog-test-${randomBytes(4).toString('hex')}`)
    .withEnvironment(requiredVariables)
    .withDefaultWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(healthyWithinMs)
    .up([...names])
}

function toEngines(environment: StartedDockerComposeEnvironment): Engines {
  const addressOf = (service: string, port: number): string => {
    const container = environment.getContainer(`${service}-1`)
    return `${container.getHost()}:${container.getMappedPort(port)}`
  }
  const publishedBy = (service: string): string =>
    services[service]?.ports?.[0]?.split(':').slice(0, 2).join(':') ?? ''
  const { CLICKHOUSE_PASSWORD, REDIS_PASSWORD } = requiredVariables
  return {
    brokers: ['kafka-1', 'kafka-2', 'kafka-3'].map(publishedBy),
    registryUrl: `http://${publishedBy('registry')}/apis/ccompat/v7`,
    storeUrl: (database) =>
      `http://oddslog:${CLICKHOUSE_PASSWORD}@${addressOf('clickhouse', 8123)}/${database}`,
    redisUrl: `redis://:${REDIS_PASSWORD}@${addressOf('redis', 6379)}`,
  }
}
