// infra/kubernetes, checked against the schemas of Kubernetes, against the program and the image that it
// starts, and against the promises to operators. Needs no cluster.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import ipaddr from 'ipaddr.js'
import { parseAllDocuments } from 'yaml'
import { parseConfig } from '../../services/config.ts'
import { stopLimitsMs } from '../../services/lib/run/stop-process.ts'
import { isPublicAddress } from '../../services/lib/run/public-address.ts'
import { roles } from '../../services/topology.ts'
import { installKubernetesValidator } from '../../tools/consumers/install.ts'
import { describeWhere } from '../support/describe-where.ts'
import { root } from '../support/source-files.ts'
import { readComposeFile, requiredVariables } from './compose-file.ts'
import { outputOf, readStages } from './dockerfile.ts'

interface KeyReference {
  readonly name: string
  readonly key: string
  readonly optional?: boolean
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env: readonly {
    readonly name: string
    readonly valueFrom: {
      readonly configMapKeyRef?: KeyReference
      readonly secretKeyRef?: KeyReference
    }
  }[]
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
  readonly resources: {
    readonly requests: Readonly<Record<string, string>>
    readonly limits: Readonly<Record<string, string>>
  }
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas: number
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: Readonly<Record<string, unknown>>
        readonly containers: readonly [Container]
      }
    }
  }
}

interface Peer {
  readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] }
  readonly namespaceSelector?: { readonly matchLabels: Readonly<Record<string, string>> }
}

interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: {
      readonly matchLabels?: Readonly<Record<string, string>>
      readonly matchExpressions?: readonly { readonly values: readonly string[] }[]
    }
    readonly policyTypes: readonly string[]
    readonly egress?: readonly {
      readonly to: readonly Peer[]
      readonly ports?: readonly { readonly port: number | string }[]
    }[]
  }
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
}

const folder = join(root, 'infra/kubernetes')
const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
const manifests = files.flatMap(readManifests)
const roleNames = Object.keys(roles)
const compose = readComposeFile(requiredVariables)
const deployments = manifestsOf<Deployment>('Deployment')
const variables = (manifestOf('ConfigMap', 'oddslog') as unknown as { data: Variables }).data
const exampleSecrets = (manifestOf('Secret', 'oddslog') as unknown as { stringData: Variables })
  .stringData
/** The example, filled in as its comment says. */
const secrets: Variables = {
  ...exampleSecrets,
  JWT_SECRET: 'a secret of thirty-two bytes, at least',
  WEBHOOK_SECRET: 'another secret of thirty-two bytes',
}

type Variables = Readonly<Record<string, string>>

function readManifests(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  )
}

function manifestsOf<T extends Manifest>(kind: string): T[] {
  return manifests.filter((manifest) => manifest.kind === kind) as T[]
}

function manifestOf<T extends Manifest>(kind: string, name: string): T {
  const found = manifestsOf<T>(kind).find(({ metadata }) => metadata.name === name)
  if (!found) throw new Error(`no ${kind} ${name}`)
  return found
}

const containerOf = (role: string): Container =>
  manifestOf<Deployment>('Deployment', role).spec.template.spec.containers[0]

/** The environment of a container, with the ConfigMap and the Secret. */
function environmentOf({ env }: Container): Variables {
  return Object.fromEntries(
    env.flatMap(({ name, valueFrom: { configMapKeyRef, secretKeyRef } }) => {
      const reference = configMapKeyRef ?? secretKeyRef
      const value = (configMapKeyRef ? variables : secrets)[reference?.key ?? '']
      if (value !== undefined) return [[name, value]]
      if (reference?.optional === true) return []
      throw new Error(`nothing has the value of ${name}`)
    }),
  )
}

const installed = await installKubernetesValidator()

describeWhere('missing' in installed ? installed.missing : null, 'the manifests', () => {
  const python = 'installedPath' in installed ? installed.installedPath : ''
  const validate = (version: string, ...paths: readonly string[]) =>
    promisify(execFile)(python, [
      '-m',
      'kubernetes_validate',
      '-k',
      version,
      '--strict',
      '--no-warn',
      ...paths.map((name) => join(folder, name)),
    ])

  it.each(['1.30', '1.37'])('are valid for Kubernetes %s', async (version) => {
    const { stdout } = await validate(version, ...files)
    expect(stdout.match(/ passed for resource /g)).toHaveLength(manifests.length)
  })

  it('would not be valid for a version without the pause before the end', async () => {
    await expect(validate('1.28', 'api.yaml')).rejects.toMatchObject({ code: 1 })
  })
})

describe('the kustomization', () => {
  it('has all files but the example of the secrets', () => {
    const text = readFileSync(join(folder, 'kustomization.yaml'), 'utf8')
    const [{ resources = [] } = {}] = parseAllDocuments(text).map(
      (document) => document.toJS() as { resources?: readonly string[] },
    )
    expect([...resources, 'secret.example.yaml'].sort()).toEqual(files.sort())
  })

  it('has no secret', () => {
    const { JWT_SECRET, WEBHOOK_SECRET, ...urls } = exampleSecrets
    expect([JWT_SECRET, WEBHOOK_SECRET]).toEqual(['', ''])
    const passwords = Object.values(urls).flatMap((url) => /:([^:/@]+)@/.exec(url)?.[1] ?? [])
    expect(passwords).toEqual(['PASSWORD', 'PASSWORD'])
  })
})

describe('roles', () => {
  it('are all there, more than once', () => {
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(roleNames.toSorted())
    for (const { spec } of deployments) expect(spec.replicas).toBeGreaterThanOrEqual(2)
  })

  it.each(roleNames)('%s starts with its variables, and with no others', (role) => {
    const asked = new Set<string>()
    const environment = environmentOf(containerOf(role))
    const scraped = new Proxy(environment, {
      get(target, name: string) {
        asked.add(name)
        return target[name]
      },
    })
    expect(parseConfig(scraped, containerOf(role).args).command).toEqual({
      name: 'run',
      roles: new Set([role]),
    })
    const named = containerOf(role).env.map(({ name }) => name)
    expect(named.filter((name) => !asked.has(name))).toEqual([])
  })

  it.each(roleNames)('%s has the secrets that it has in Compose, and no others', (role) => {
    const service = compose.services[role]
    const inCompose = Object.keys(service?.environment ?? {})
    const ofManifest = containerOf(role).env.flatMap(({ name, valueFrom: { secretKeyRef } }) =>
      secretKeyRef ? [name] : [],
    )
    const known = [...Object.keys(secrets), 'JWT_SECRET_PREVIOUS']
    expect(ofManifest.sort()).toEqual(inCompose.filter((name) => known.includes(name)).sort())
  })

  it.each(roleNames)('%s is the image of the Dockerfile, at the ports of its variables', (role) => {
    const { image, ports, readinessProbe, livenessProbe } = containerOf(role)
    const service = compose.services[role]
    expect(image).toBe(service?.image)
    const environment = environmentOf(containerOf(role))
    expect(
      Object.fromEntries(ports.map((port) => [port.name, String(port.containerPort)])),
    ).toEqual(
      role === 'api'
        ? { http: environment['PORT'], admin: environment['ADMIN_PORT'] }
        : { admin: environment['ADMIN_PORT'] },
    )
    expect(environment['ADMIN_HOST']).toBe('0.0.0.0')
    expect(readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'admin' })
    expect(livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'admin' })
  })

  it.each(deployments)('$metadata.name may do no more than it needs', ({ spec }) => {
    const { securityContext, containers } = spec.template.spec
    const users = outputOf(readStages().at(-1) ?? [], 'RUN').flatMap(
      (command) => /useradd --uid (\d+)/.exec(command)?.[1] ?? [],
    )
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(users[0]) })
    expect(containers).toMatchObject([
      {
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
      },
    ])
    // the heap of Node is a share of the limit
    expect(containers[0].resources.limits['memory']).toBe(
      containers[0].resources.requests['memory'],
    )
  })

  it.each(deployments)('$metadata.name may take its own time to stop', ({ spec }) => {
    const { terminationGracePeriodSeconds: graceS, containers } = spec.template.spec
    // the pause before SIGTERM counts, too
    const pauseS = containers[0].lifecycle?.preStop.sleep.seconds ?? 0
    expect((graceS - pauseS) * 1000).toBeGreaterThan(stopLimitsMs.service)
  })

  it.each(deployments)('$metadata.name selects its own pods', ({ metadata, spec }) => {
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    expect(spec.selector.matchLabels).toMatchObject({
      'app.kubernetes.io/component': metadata.name,
    })
  })

  it.each(['Service', 'PodDisruptionBudget'])('the api has a %s', (kind) => {
    const { spec } = manifestOf<Manifest & { readonly spec: { readonly selector: object } }>(
      kind,
      'api',
    )
    const { matchLabels } = manifestOf<Deployment>('Deployment', 'api').spec.selector
    expect([matchLabels, { matchLabels }]).toContainEqual(spec.selector)
  })
})

describe('network policies', () => {
  const policies = manifestsOf<NetworkPolicy>('NetworkPolicy')
  const selects = ({ spec: { podSelector } }: NetworkPolicy, role: string): boolean => {
    const { matchLabels, matchExpressions } = podSelector
    const names = matchLabels ? Object.values(matchLabels) : matchExpressions?.[0]?.values
    return names?.includes(role) ?? true
  }
  const isIn = (address: string, range: string): boolean => {
    const [parsed, [base, bits]] = [ipaddr.parse(address), ipaddr.parseCIDR(range)]
    return parsed.kind() === base.kind() && parsed.match(base, bits)
  }
  const egressOf = (role: string) =>
    policies.filter((policy) => selects(policy, role)).flatMap(({ spec }) => spec.egress ?? [])
  const mayReach = (role: string, address: string): boolean =>
    egressOf(role).some(({ to }) =>
      to.some(
        ({ ipBlock }) =>
          ipBlock !== undefined &&
          isIn(address, ipBlock.cidr) &&
          !ipBlock.except.some((range) => isIn(address, range)),
      ),
    )

  it('forbid what no other policy allows', () => {
    const { spec } = manifestOf<NetworkPolicy>('NetworkPolicy', 'nothing-else')
    expect(spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  })

  const addresses = `
    0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.1 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1
    192.175.48.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 1.1.1.1
    11.0.0.1 172.32.0.1 192.169.0.1 168.63.129.17 223.255.255.255 ::1 ::ffff:10.0.0.1 fc00::1
    fe80::1 ff02::1 64:ff9b::a00:1 2001::1 2001:db8::1 2002:a00:1::1 3fff::1 2620:4f:8000::1
    2606:4700::1111 2a00:1450::1
  `
    .trim()
    .split(/\s+/)

  it.each(addresses)('let webhooks reach %s exactly if it is public', (address) => {
    expect(mayReach('webhooks', address)).toBe(isPublicAddress(address))
  })

  it.each(roleNames)('let %s reach the internet exactly if it has to', (role) => {
    expect(mayReach(role, '1.1.1.1')).toBe(['poller', 'webhooks'].includes(role))
  })

  it.each(roleNames)('let %s reach the engines of its URLs, and no others', (role) => {
    const environment = environmentOf(containerOf(role))
    const hosts = ['LOG_URL', 'STORE_URL', 'CACHE_URL'].flatMap((name) => environment[name] ?? [])
    const wanted = hosts.flatMap((url) => url.match(/(?<=\.local:)\d+/g) ?? []).map(Number)
    const allowed = egressOf(role)
      .filter(({ to }) => to.some((peer) => peer.namespaceSelector?.matchLabels['oddslog.engines']))
      .flatMap(({ ports = [] }) => ports.map(({ port }) => port))
    expect(wanted.length).toBeGreaterThanOrEqual(2)
    expect(new Set(allowed)).toEqual(new Set(wanted))
  })
})
