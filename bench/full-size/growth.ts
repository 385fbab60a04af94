// How much each topic of the log and each table of the store grows in a day, from two measurements of the
// same data directory. The service may be running.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryBytes, topicSizes } from '../disk.ts'
import { topicPrefix } from '../pipeline.ts'
import { tableHead, tableRow } from '../statistics.ts'

interface Size {
  readonly bytes: number
  readonly records: number
}

export interface Sizes {
  readonly atMs: number
  readonly topics: ReadonlyMap<string, Size>
  readonly tables: ReadonlyMap<string, Size>
}

export async function readSizes(directory: string): Promise<Sizes> {
  const topics = await topicSizes(join(directory, 'log'), topicPrefix)
  return {
    atMs: Date.now(),
    topics: new Map(topics.map(({ topic, ...size }) => [topic, size])),
    tables: await tableSizes(join(directory, 'store')),
  }
}

/** Of the active parts, from the files: only the service may connect to the store. */
async function tableSizes(path: string): Promise<ReadonlyMap<string, Size>> {
  const metadata = join(path, 'metadata', 'oddslog')
  const sizes = new Map<string, Size>()
  for (const file of await readdir(metadata)) {
    const statement = await readFile(join(metadata, file), 'utf8')
    const [, id] = /^ATTACH TABLE _ UUID '([^']+)'/.exec(statement) ?? []
    if (id === undefined) continue // a view
    const data = join(path, 'store', id.slice(0, 3), id)
    const parts = activeParts(await readdir(data))
    let [bytes, records] = [0, 0]
    for (const part of parts) {
      // a merge may have replaced the part meanwhile
      const count = await readFile(join(data, part, 'count.txt'), 'utf8').catch(() => null)
      if (count === null) continue
      bytes += await directoryBytes(join(data, part)).catch(() => 0)
      records += Number(count)
    }
    sizes.set(file.replace(/\.sql$/, ''), { bytes, records })
  }
  return sizes
}

/**
 * Parts are named partition_firstBlock_lastBlock_level, with a prefix while they are being written. A part that
 * another one contains was merged into it.
 */
function activeParts(names: readonly string[]): readonly string[] {
  const parts = names.flatMap((name) => {
    const [, partition, first, last, level] = /^(\w+?)_(\d+)_(\d+)_(\d+)(?:_\d+)?$/.exec(name) ?? []
    if (partition === undefined || name.startsWith('tmp_')) return []
    return [{ name, partition, first: Number(first), last: Number(last), level: Number(level) }]
  })
  const isMerged = (part: (typeof parts)[number]): boolean =>
    parts.some(
      (other) =>
        other.partition === part.partition &&
        other.first <= part.first &&
        other.last >= part.last &&
        other.level > part.level,
    )
  return parts.filter((part) => !isMerged(part)).map(({ name }) => name)
}

const dayMs = 86_400_000

export function growthTable(before: Sizes, after: Sizes): string {
  const perDay = dayMs / (after.atMs - before.atMs)
  const lines = (['topics', 'tables'] as const).flatMap((kind) =>
    [...after[kind]].map(([name, { bytes, records }]) => {
      const old = before[kind].get(name) ?? { bytes: 0, records: 0 }
      return tableRow([
        `${kind === 'topics' ? 'topic' : 'table'} ${name}`,
        records,
        (bytes / 1e6).toFixed(1),
        records === 0 ? '' : (bytes / records).toFixed(0),
        Math.round((records - old.records) * perDay),
        (((bytes - old.bytes) * perDay) / 1e9).toFixed(2),
      ])
    }),
  )
  const head = ['', 'records', 'MB', 'bytes a record', 'more records a day', 'more GB a day']
  return tableHead(head) + lines.join('')
}
