// Checks the names in expressions of PromQL against the metrics that the program exports. For the alerts of
// Prometheus and the dashboard of Grafana.
import { createMetrics } from '../../services/lib/telemetry/metrics.ts'

/**
 * Labels that every series of the program can have: job and instance from Prometheus, role from prometheus.yml,
 * process from a service with several processes.
 */
const labelsOfProcesses = ['job', 'instance', 'role', 'process']

/** What prom-client keeps, and does not declare. */
interface Labelled {
  readonly labelNames: readonly string[]
}

/** Words of PromQL that stand before neither a parenthesis nor a brace. */
const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset'])

/** The labels of each series, by name. */
function readExportedSeries(): ReadonlyMap<string, ReadonlySet<string>> {
  const exported = createMetrics()
    .registry.getMetricsAsArray()
    .flatMap((metric): [string, readonly string[]][] => {
      const { labelNames } = metric as unknown as Labelled
      const labels = [...labelNames, ...labelsOfProcesses]
      if (String(metric.type) !== 'histogram') return [[metric.name, labels]]
      return [
        [`${metric.name}_bucket`, [...labels, 'le']],
        [`${metric.name}_sum`, labels],
        [`${metric.name}_count`, labels],
      ]
    })
  const ownOfPrometheus: [string, readonly string[]][] = [
    ['up', labelsOfProcesses],
    ['ALERTS', [...labelsOfProcesses, 'alertname', 'alertstate']],
  ]
  return new Map([...exported, ...ownOfPrometheus].map(([name, labels]) => [name, new Set(labels)]))
}

const exportedSeries = readExportedSeries()

/**
 * Returns the names of series that no process exports, and the labels that the series do not have: in matchers
 * as `series{label}`, elsewhere in the expression and in `mentionedLabels` as they are. If the expression names
 * no series, returns the whole expression.
 */
export function findUnknownNames(expr: string, mentionedLabels: readonly string[] = []): string[] {
  const unknown: string[] = []
  const known = new Set<string>()
  const labelLists = /\b(?:by|without|on|ignoring|group_left|group_right) *\(([^)]*)\)/g
  // texts and ranges first: they contain words, too
  const bare = expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '')
  const selectors = bare.replaceAll(labelLists, '')
  for (const [, name = '', matchers = ''] of selectors.matchAll(
    /\b([a-z_]\w*)\b(?! *\()(?:\{([^}]*)\})?/gi,
  )) {
    if (keywords.has(name)) continue
    const labels = exportedSeries.get(name)
    if (!labels) unknown.push(name)
    for (const label of labels ?? []) known.add(label)
    for (const [, label = ''] of matchers.matchAll(/(\w+) *[=!]/g))
      if (labels?.has(label) === false) unknown.push(`${name}{${label}}`)
  }
  const listed = [...bare.matchAll(labelLists)].flatMap(([, list = '']) => list.split(/, */))
  for (const label of [...listed, ...mentionedLabels]) if (!known.has(label)) unknown.push(label)
  return unknown.length === 0 && known.size === 0 ? [expr] : unknown
}
