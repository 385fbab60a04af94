// Reads values from a response of /metrics.

export interface MetricValue {
  /** As in the response: name="value",name="value". */
  readonly labels: string
  readonly value: number
}

export function valuesOf(metrics: string, name: string): readonly MetricValue[] {
  return [...metrics.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(
    ([, labels = '', value]) => ({ labels, value: Number(value) }),
  )
}
