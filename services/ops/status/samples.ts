// Parses the text format of Prometheus, as /metrics of this service writes it.

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const samplePattern = /^(\w+)(?:\{(.*)\})? (\S+)$/
const labelPattern = /(\w+)="((?:[^"\\]|\\.)*)"/g

export function parseSamples(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = samplePattern.exec(line) ?? []
    if (name === undefined || value === undefined) return []
    return [{ name, labels: parseLabels(labels), value: Number(value) }]
  })
}

function parseLabels(text: string): Sample['labels'] {
  return Object.fromEntries(
    [...text.matchAll(labelPattern)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\\(.)/g, (_all, char: string) => (char === 'n' ? '\n' : char)),
    ]),
  )
}

/** Returns the samples of the metric `name` whose labels have these values. */
export function samplesOf(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): readonly Sample[] {
  return samples.filter(
    (one) =>
      one.name === name &&
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )
}

/** Returns the different values of a label of a metric, in the order of the text. */
export function labelValues(
  samples: readonly Sample[],
  name: string,
  label: string,
  labels: Sample['labels'] = {},
): readonly string[] {
  const values = samplesOf(samples, name, labels).map((one) => one.labels[label] ?? '')
  return [...new Set(values)]
}

/**
 * Returns the sum over all samples of the metric with these labels, for example over all processes; 0 if there is none.
 */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): number {
  return samplesOf(samples, name, labels).reduce((sum, { value }) => sum + value, 0)
}

/** Returns the largest value of the metric, or null if there is no sample. */
export function maxOf(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): number | null {
  const values = samplesOf(samples, name, labels).map(({ value }) => value)
  return values.length === 0 ? null : Math.max(...values)
}
