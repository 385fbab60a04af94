// Disk usage: bytes and records of each topic in the embedded log, and the bytes of a directory. The service may have
// the log open.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { openReadOnlyLog } from '../services/compose/read-only-log.ts'
import { parseConfig } from '../services/config.ts'
import { topics, type Topic } from '../services/topology.ts'

export interface TopicSize {
  readonly topic: Topic
  readonly bytes: number
  readonly records: number
}

export async function readTopicSizes(dataDir: string): Promise<readonly TopicSize[]> {
  const config = parseConfig({ DATA_DIR: dataDir }, [])
  const logger = pino({ level: 'silent' })
  const { log } = await openReadOnlyLog({ config, logger, now: Date.now })
  const sizes: TopicSize[] = []
  for (const topic of Object.keys(topics) as Topic[]) {
    const partitions = await log.usage(config.topicPrefix + topic)
    sizes.push({
      topic,
      bytes: partitions.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      records: partitions.reduce((sum, { records }) => sum + (records ?? 0), 0),
    })
  }
  await log.close()
  return sizes
}

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
