// docker-compose.yml, checked against the Compose specification, against the program that it starts, and
// against the promises to operators. Needs no Docker.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { Ajv } from 'ajv'
import { parseConfig } from '../../services/config.ts'
import { stopLimitsMs } from '../../services/lib/run/stop-process.ts'
import { roles } from '../../services/topology.ts'
import { root } from '../support/source-files.ts'
import {
  readComposeFile,
  readComposeText,
  requiredVariables,
  type ComposeService,
} from './compose-file.ts'

const file = readComposeFile(requiredVariables)
const services = Object.entries(file.services)
const ownServices = services.filter(([, { build }]) => build !== undefined)
const roleNames = Object.keys(roles)

function serviceOf(name: string): ComposeService {
  const service = file.services[name]
  if (!service) throw new Error(`no service ${name}`)
  return service
}

const environmentOf = ({ environment = {} }: ComposeService): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]))

const isPinned = (image: string): boolean => /^[\w./-]+:v?\d+\.\d+[\w.-]*$/.test(image)

describe('the file', () => {
  // the specification's own schema, which dclint carries
  const schemaPath = join(
    dirname(createRequire(import.meta.url).resolve('dclint/package.json')),
    'schemas/compose.schema.json',
  )
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8')) as Record<string, unknown>
  delete schema['$schema'] // a name of draft 7 that ajv does not know
  const isValid = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
    schema,
  )

  it('is valid by the Compose specification', () => {
    isValid(file)
    expect(isValid.errors).toBeNull()
  })

  it.each<[string, object]>([
    ['an unknown key', { healthchek: {} }],
    ['an unknown condition', { depends_on: { redis: { condition: 'service_fine' } } }],
    ['a text for a list', { cap_drop: 'ALL' }],
  ])('would not be with %s', (_what, wrong) => {
    const api = { ...file.services['api'], ...wrong }
    expect(isValid({ ...file, services: { ...file.services, api } })).toBe(false)
  })

  it.each(Object.keys(requiredVariables))('does not start without %s', (name) => {
    expect(() => readComposeFile({ ...requiredVariables, [name]: '' })).toThrow(
      `required variable ${name}`,
    )
  })

  it('has no default for what is secret', () => {
    const defaults = [...readComposeText().matchAll(/\$\{(\w*(?:PASSWORD|SECRET)\w*):-([^}]*)\}/g)]
    expect(defaults.filter(([, , value]) => value !== '')).toEqual([])
    const known = Object.values(requiredVariables)
    const secrets = services
      .flatMap(([, service]) => Object.entries(environmentOf(service)))
      .filter(([name, value]) => /PASSWORD|SECRET|AUTH$/.test(name) && value !== '')
    expect(secrets.length).toBeGreaterThan(2)
    expect(secrets.filter(([, value]) => !known.includes(value))).toEqual([])
  })
})

describe('images', () => {
  const foreign = services.filter(([, { build }]) => build === undefined)

  it.each(foreign)('of %s is pinned to a version', (_name, { image = '' }) => {
    expect(isPinned(image)).toBe(true)
  })

  it.each(['redis', 'redis:latest', 'redis:8', 'redis:alpine'])('%s would not be', (image) => {
    expect(isPinned(image)).toBe(false)
  })

  it('are those that the tests without Docker run', () => {
    const pom = readFileSync(join(root, 'tools/servers/pom.xml'), 'utf8')
    const versionOf = (artifact: string): string | undefined =>
      new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>(.*?)</version>`).exec(pom)?.[1]
    expect(serviceOf('kafka-1').image).toBe(`apache/kafka:${versionOf('kafka_2.13')}`)
    expect(serviceOf('registry').image).toMatch(
      new RegExp(`:${versionOf('apicurio-registry-app')}$`),
    )
  })

  it('of ours are one, built from a Dockerfile that is there', () => {
    expect(new Set(ownServices.map(([, { image }]) => image)).size).toBe(1)
    for (const [, { build }] of ownServices)
      expect(existsSync(join(root, build?.dockerfile ?? ''))).toBe(true)
  })
})

describe('roles', () => {
  it.each(roleNames)('%s is there, twice', (role) => {
    expect(serviceOf(role).command).toEqual([role])
    expect(serviceOf(role).deploy?.replicas).toBeGreaterThanOrEqual(2)
  })

  it('are all that is built from our sources, with the simulator', () => {
    expect(ownServices.map(([name]) => name).sort()).toEqual([...roleNames, 'simulator'].sort())
    expect(serviceOf('simulator').profiles).toEqual(['simulator'])
  })

  it.each(ownServices)('%s starts with its variables, and with no others', (_name, service) => {
    const asked = new Set<string>()
    const variables = environmentOf(service)
    const scraped = new Proxy(variables, {
      get(target, name: string) {
        asked.add(name)
        return target[name]
      },
    })
    expect(() => parseConfig(scraped, service.command ?? [])).not.toThrow()
    expect(Object.keys(variables).filter((name) => !asked.has(name))).toEqual([])
  })

  it.each(roleNames)('%s waits for every engine that it names', (role) => {
    const { depends_on = {} } = serviceOf(role)
    const named = Object.values(environmentOf(serviceOf(role)))
      .flatMap((value) => value.match(/[\w-]+(?=:\d)/g) ?? [])
      .filter((host) => Object.hasOwn(file.services, host))
    expect(named).toContain('kafka-3')
    expect(named).toContain('registry')
    for (const host of named) expect(Object.keys(depends_on)).toContain(host)
  })

  it.each(roleNames)('%s may take its own time to stop', (role) => {
    const seconds = parseInt(serviceOf(role).stop_grace_period ?? '')
    expect(seconds * 1000).toBeGreaterThan(stopLimitsMs.service)
  })

  it('keep every record on three brokers', () => {
    for (const role of roleNames) {
      const { log } = parseConfig(environmentOf(serviceOf(role)), [role])
      expect(log).toMatchObject({ kind: 'kafka', url: expect.stringContaining('replication=3') })
    }
  })

  it('ask the simulator, or the platforms themselves', () => {
    const platformBOf = (profile: string): unknown => {
      const { poller } = readComposeFile({
        ...requiredVariables,
        COMPOSE_PROFILES: profile,
      }).services
      return parseConfig(environmentOf(poller ?? {}), ['poller']).platforms.platform_b
    }
    const port = environmentOf(serviceOf('simulator'))['SIMULATOR_PORT']
    expect(platformBOf('simulator')).toEqual({
      url: `http://simulator:${port}/trade-api/v2`,
      stream: `http://simulator:${port}/trade-api/ws/v2`,
    })
    expect(platformBOf('live')).toEqual(parseConfig({ UPSTREAM: 'live' }, []).platforms.platform_b)
    expect(() => platformBOf('liv')).toThrow('UPSTREAM=liv: must be one of simulator, live')
  })
})

describe('every service', () => {
  const dockerfile = readFileSync(join(root, 'infra/Dockerfile'), 'utf8')

  it.each(services)('%s is reached from this machine only', (_name, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
  })

  it.each(services)('%s says whether it is well', (_name, { build, healthcheck }) => {
    if (build) expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    else expect(healthcheck?.test.length).toBeGreaterThan(1)
  })

  it.each(services)('%s may do no more than it needs', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      init: true,
    })
  })

  it.each(services)(
    '%s comes back, ends in time, and fills neither memory nor disk',
    (_name, service) => {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        stop_grace_period: expect.stringMatching(/^\d+s$/),
        deploy: { resources: { limits: { memory: expect.stringMatching(/^\d+[MG]$/) } } },
        logging: { driver: 'local' },
      })
    },
  )

  it.each(services)('%s mounts what is there', (_name, { volumes = [] }) => {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('.')) expect(existsSync(join(root, source))).toBe(true)
      else expect(Object.keys(file.volumes)).toContain(source)
    }
  })
})
