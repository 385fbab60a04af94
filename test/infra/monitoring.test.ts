// The configuration of Prometheus and of the gateway uses names that docker-compose.yml starts and metrics
// that the program has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { roles } from '../../services/topology.ts'
import { root } from '../support/source-files.ts'
import { readComposeFile, requiredVariables } from './compose-file.ts'
import { findUnknownNames } from './promql.ts'

const { services } = readComposeFile(requiredVariables)
const read = (path: string): string => readFileSync(join(root, 'infra', path), 'utf8')
const portOf = (role: string, name: string): number => Number(services[role]?.environment?.[name])

interface PrometheusConfig {
  readonly rule_files: readonly string[]
  readonly scrape_configs: readonly {
    readonly job_name: string
    readonly dns_sd_configs?: readonly { readonly names: string[]; readonly port: number }[]
    readonly static_configs?: readonly { readonly targets: readonly string[] }[]
  }[]
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: { readonly summary: string }
    }[]
  }[]
}

describe('Prometheus', () => {
  const config = parse(read('prometheus/prometheus.yml')) as PrometheusConfig
  const rules = config.rule_files.flatMap((name) =>
    (parse(read(`prometheus/${name}`)) as Rules).groups.flatMap((group) => group.rules),
  )

  it('asks every process of every role, where it answers', () => {
    const [found] =
      config.scrape_configs.find((c) => c.job_name === 'oddslog')?.dns_sd_configs ?? []
    expect(found?.names.toSorted()).toEqual(Object.keys(roles).sort())
    for (const role of Object.keys(roles)) {
      expect(services[role]?.environment?.['ADMIN_HOST']).toBe('0.0.0.0')
      expect(portOf(role, 'ADMIN_PORT')).toBe(found?.port)
    }
  })

  it.each(rules)('uses names in $alert that the program exports', ({ expr, annotations }) => {
    const mentioned = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)]
    expect(
      findUnknownNames(
        expr,
        mentioned.map(([, label = '']) => label),
      ),
    ).toEqual([])
  })

  it('describes each alert, with its metric and what to do, in docs/operating.md', () => {
    const text = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const section = /^## Alerts\n(.*?)^## /ms.exec(text)?.[1] ?? ''
    const rows = [...section.matchAll(/^\| `(\w+)` \| `(\w+)[^|]*\| (.+) \|$/gm)]
    expect(new Set(rows.map(([, alert]) => alert))).toEqual(new Set(rules.map((r) => r.alert)))
    for (const [, alert, metric = '', action = ''] of rows) {
      const rule = rules.find((r) => r.alert === alert)
      expect([alert, metric, rule?.expr]).toEqual([alert, metric, expect.stringContaining(metric)])
      expect(action.length).toBeGreaterThan(20)
    }
  })

  it('misses each role when none of it is there', () => {
    const missing = rules.find(({ alert }) => alert === 'RoleMissing')?.expr ?? ''
    for (const role of Object.keys(roles)) expect(missing).toContain(`role="${role}"`)
  })
})

describe('the gateway', () => {
  const config = read('gateway/haproxy.cfg')

  it('has room for every process of the api, at its port', () => {
    const [, room, port] = /server-template api (\d+) api:(\d+)/.exec(config) ?? []
    expect(Number(room)).toBeGreaterThan(services['api']?.deploy?.replicas ?? Infinity)
    expect(Number(port)).toBe(portOf('api', 'PORT'))
  })

  it('asks each whether it is ready where it says so', () => {
    expect(config).toContain(`check port ${portOf('api', 'ADMIN_PORT')} `)
    expect(config).toContain('uri /health/ready ')
  })

  it('forwards the client address, as the only proxy that the api trusts', () => {
    expect(config).toMatch(/^ {2}option forwardfor$/m)
    expect(services['api']?.environment?.['TRUSTED_PROXIES']).toBe('1')
  })

  it('listens where it is published', () => {
    const [port = ''] = services['gateway']?.ports ?? []
    expect(config).toContain(`bind :${port.split(':').at(-1)}\n`)
  })
})
