// Disk usage: bytes and records of each topic in the embedded log, and the bytes of a directory. Reads the
// file of the log, because the port does not report bytes; another process may have it open.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from 'lmdb'
import { recordCountOf } from '../services/lib/log/lmdb/block.ts'
import { topics, type Topic } from '../services/topology.ts'

export interface TopicSize {
  readonly topic: Topic
  /** Bytes of used pages, including their free space. */
  readonly bytes: number
  readonly records: number
}

export async function topicSizes(logPath: string, topicPrefix: string): Promise<TopicSize[]> {
  const env = open({ path: logPath, readOnly: true, maxDbs: 512 })
  try {
    return Object.entries(topics).map(([name, { partitions }]) => {
      let [bytes, records] = [0, 0]
      for (let partition = 0; partition < partitions; partition += 1) {
        const entries = env.openDB<Buffer, number>(`records ${topicPrefix}${name}/${partition}`, {
          encoding: 'binary',
        })
        const stats = entries.getStats() as Readonly<Record<StatName, number>>
        const pages = stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages
        bytes += pages * stats.pageSize
        for (const { value } of entries.getRange()) records += recordCountOf(value)
      }
      return { topic: name as Topic, bytes, records }
    })
  } finally {
    await env.close()
  }
}

type StatName = 'pageSize' | 'treeBranchPageCount' | 'treeLeafPageCount' | 'overflowPages'

export async function directoryBytes(path: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // merged parts are deleted while this runs
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null)
    bytes += found === null ? 0 : found.blocks * 512
  }
  return bytes
}
