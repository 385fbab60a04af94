// Merges the metrics of several processes, in the text format of Prometheus, into one answer.

/**
 * Merges the metrics of several processes. `texts`: the name of each process with its metrics. Adds the label `process`
 * with this name to each sample. Puts the samples of a metric from all processes together, as the format requires.
 */
export function mergeMetrics(texts: readonly (readonly [name: string, text: string])[]): string {
  const samplesOf = new Map<string, string[]>()
  for (const [name, text] of texts) {
    let samples: string[] = []
    for (const line of text.split('\n')) {
      const metric = /^# HELP (\S+)/.exec(line)?.[1]
      if (metric !== undefined) {
        samples = samplesOf.get(metric) ?? []
        if (!samplesOf.has(metric)) samplesOf.set(metric, samples)
        if (samples.length === 0) samples.push(line)
      } else if (line.startsWith('# TYPE')) {
        if (samples.length === 1) samples.push(line)
      } else if (line !== '') samples.push(addProcessLabel(line, name))
    }
  }
  return `${[...samplesOf.values()].flat().join('\n')}\n`
}

/** Adds the label `process` to a sample, which is written `name value` or `name{labels} value`. */
function addProcessLabel(line: string, name: string): string {
  return /^\w+\{/.test(line)
    ? line.replace('{', `{process="${name}",`)
    : line.replace(' ', `{process="${name}"} `)
}
