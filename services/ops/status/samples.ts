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

/** The samples of one metric whose labels have these values. */
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

/** The different values of a label of a metric, in the order of the text. */
export function labelValues(
  samples: readonly Sample[],
  name: string,
  label: string,
  labels: Sample['labels'] = {},
): readonly string[] {
  const values = samplesOf(samples, name, labels).map((one) => one.labels[label] ?? '')
  return [...new Set(values)]
}

/** The sum over all samples with these labels, for example over the processes; 0 without any. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): number {
  return samplesOf(samples, name, labels).reduce((sum, { value }) => sum + value, 0)
}

/** The largest value, or null if there is no sample. */
export function maxOf(
  samples: readonly Sample[],
  name: string,
  labels: Sample['labels'] = {},
): number | null {
  const values = samplesOf(samples, name, labels).map(({ value }) => value)
  return values.length === 0 ? null : Math.max(...values)
}
