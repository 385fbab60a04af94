// The dashboard of Grafana can be imported, explains each panel, and asks for metrics that the program has. What
// Grafana reads at its start is where infra/grafana/docker-compose.yml mounts it.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { createMetrics } from '../../services/lib/telemetry/metrics.ts'
import { root } from '../support/source-files.ts'
import { readComposeFile, requiredVariables } from './compose-file.ts'
import { findUnknownNames } from './promql.ts'

const read = (path: string): string => readFileSync(join(root, 'infra/grafana', path), 'utf8')

interface Position {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
interface DataSource {
  readonly type: string
  readonly uid: string
}
interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: Position
  readonly datasource?: DataSource
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
  readonly targets?: readonly {
    readonly refId: string
    readonly expr: string
    readonly legendFormat?: string
  }[]
}
interface Variable {
  readonly name: string
  readonly type: string
  readonly query: string | { readonly query: string }
  readonly datasource?: DataSource
}
interface Dashboard {
  readonly uid: string
  readonly templating: { readonly list: readonly Variable[] }
  readonly panels: readonly Panel[]
}

const dashboard = JSON.parse(read('dashboard.json')) as Dashboard
const variables = dashboard.templating.list
const isRow = ({ type }: Panel): boolean => type === 'row'
const panels = dashboard.panels.filter((panel) => !isRow(panel))
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map((target) => ({ title, ...target })),
)

const columns = 24

function overlap(a: Position, b: Position): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

describe('the dashboard', () => {
  it('has a different id for each panel', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has panels that do not overlap and stay within its columns', () => {
    for (const [index, { title, gridPos }] of dashboard.panels.entries()) {
      expect([title, gridPos.x >= 0 && gridPos.x + gridPos.w <= columns]).toEqual([title, true])
      const covered = dashboard.panels.slice(index + 1).filter((o) => overlap(gridPos, o.gridPos))
      expect([title, covered.map((other) => other.title)]).toEqual([title, []])
    }
  })

  it('lists the panels in the order in which they are seen, each below the title of a row', () => {
    const rank = ({ gridPos }: Panel): number => gridPos.y * columns + gridPos.x
    expect(dashboard.panels).toEqual(dashboard.panels.toSorted((a, b) => rank(a) - rank(b)))
    expect(dashboard.panels.slice(0, 1).every(isRow)).toBe(true)
  })

  it.each(panels)('explains $title', ({ title, description, fieldConfig }) => {
    expect(title).not.toBe('')
    expect(description?.length).toBeGreaterThan(20)
    expect(fieldConfig?.defaults.unit).toMatch(/^\w+$/)
  })

  it('asks the Prometheus that the operator selects', () => {
    const [first, ...others] = variables
    expect(first).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' })
    const selected = { type: 'prometheus', uid: `\${${first?.name}}` }
    for (const { datasource } of [...panels, ...others]) expect(datasource).toEqual(selected)
  })

  it.each(queries)('asks for what the program exports: $title, $refId', (query) => {
    const { expr, legendFormat = '' } = query
    const mentioned = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    expect(findUnknownNames(expr, mentioned)).toEqual([])
  })

  it('shows each metric of the program', () => {
    const shown = queries.map(({ expr }) => expr).join('\n')
    const missing = createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('oddslog_') && !shown.includes(name))
    // which roles a process runs does not change with time: `ops status` shows it
    expect(missing).toEqual(['oddslog_role'])
  })

  it('uses the variables that it declares, and those of Grafana', () => {
    const known = new Set([...variables.map(({ name }) => name), '__rate_interval'])
    const used = queries.flatMap(({ expr }) =>
      [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name),
    )
    expect(used.filter((name) => !known.has(name ?? ''))).toEqual([])
    expect(used).toContain('platform')
  })

  it('finds the values of its variables in labels of metrics', () => {
    for (const { name, type, query } of variables.filter((one) => one.type === 'query')) {
      const text = typeof query === 'string' ? query : query.query
      const [, series = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(text) ?? []
      expect([name, type, findUnknownNames(series, [label])]).toEqual([name, 'query', []])
    }
  })
})

describe('the container of Grafana', () => {
  const { services } = readComposeFile(requiredVariables)
  const mounts = new Map(
    services['grafana']?.volumes?.map((volume) => {
      const [source = '', target = ''] = volume.split(':')
      return [source, target]
    }),
  )

  it('reads the dashboard from where it is mounted', () => {
    const target = mounts.get('./infra/grafana/dashboard.json') ?? ''
    const { providers } = parse(read('provisioning/dashboards/oddslog.yml')) as {
      providers: { options: { path: string } }[]
    }
    expect(providers.map(({ options }) => options.path)).toEqual([dirname(target)])
    expect(basename(target)).toBe('dashboard.json')
    expect(services['grafana']?.environment).toMatchObject({
      GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: target,
    })
    expect(mounts.get('./infra/grafana/provisioning')).toBe('/etc/grafana/provisioning')
  })

  it('asks the Prometheus of docker-compose.yml', () => {
    const { datasources } = parse(read('provisioning/datasources/prometheus.yml')) as {
      datasources: { type: string; url: string; jsonData: { timeInterval: string } }[]
    }
    const [, port] = services['prometheus']?.ports?.[0]?.match(/:(\d+)$/) ?? []
    const { global } = parse(
      readFileSync(join(root, 'infra/prometheus/prometheus.yml'), 'utf8'),
    ) as { global: { scrape_interval: string } }
    expect(datasources).toEqual([
      expect.objectContaining({
        type: 'prometheus',
        url: `http://prometheus:${port}`,
        jsonData: { timeInterval: global.scrape_interval },
      }),
    ])
  })
})
