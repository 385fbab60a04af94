// How much each topic of the log and each table of the store grows in a day, from two measurements of the running
// service.
import { askForTableSizes } from '../../services/ops/status/tables.ts'
import { readTopicSizes } from '../disk.ts'
import { tableHead, tableRow } from '../statistics.ts'

interface Size {
  readonly bytes: number
  readonly records: number
}

interface Measured {
  /** Unix milliseconds. For tables up to 30 seconds ago, because the service answers with its last measurement. */
  readonly atMs: number
  readonly sizes: ReadonlyMap<string, Size>
}

export type Sizes = Readonly<Record<'topics' | 'tables', Measured>>

export async function readSizes(dataDir: string, adminUrl: string): Promise<Sizes> {
  const topics = await readTopicSizes(dataDir)
  const { measured_at_ms: tablesAtMs, tables } = await askForTableSizes(adminUrl)
  return {
    topics: {
      atMs: Date.now(),
      sizes: new Map(topics.map(({ topic, ...size }) => [topic, size])),
    },
    tables: {
      atMs: tablesAtMs,
      sizes: new Map(tables.map(({ table, rows, bytes }) => [table, { records: rows, bytes }])),
    },
  }
}

const dayMs = 86_400_000

export function growthTable(before: Sizes, after: Sizes): string {
  const lines = (['topics', 'tables'] as const).flatMap((kind) => {
    const perDay = dayMs / (after[kind].atMs - before[kind].atMs)
    return [...after[kind].sizes].map(([name, { bytes, records }]) => {
      const old = before[kind].sizes.get(name) ?? { bytes: 0, records: 0 }
      return tableRow([
        `${kind === 'topics' ? 'topic' : 'table'} ${name}`,
        records,
        (bytes / 1e6).toFixed(1),
        records === 0 ? '' : (bytes / records).toFixed(0),
        Math.round((records - old.records) * perDay),
        (((bytes - old.bytes) * perDay) / 1e9).toFixed(2),
      ])
    })
  })
  const head = ['', 'records', 'MB', 'bytes a record', 'more records a day', 'more GB a day']
  return tableHead(head) + lines.join('')
}
