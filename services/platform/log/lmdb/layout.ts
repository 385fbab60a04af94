// How the log lies in an LMDB environment. Every partition has a tree of its own (offset -> frame),
// so that appends go to the end of a tree: pages are full, half as large again otherwise.
import { open, type Database, type RootDatabase, type RootDatabaseOptions } from 'lmdb'
import { LogError, type TopicSettings } from '../port.ts'
import { readFrame, type Frame } from './frame.ts'

/** Frames are written as bytes, and read taken apart. */
interface Records extends Pick<Database<Frame, number>, 'getRange' | 'getKeys' | 'removeSync'> {
  putSync(offset: number, frame: Buffer, options: { append: true }): boolean
}

/** One partition. */
export interface Slot {
  readonly topic: string
  readonly partition: number
  readonly retentionMs: number
  readonly records: Records
  /** Compacted topics only: digest of a key -> offset of its newest record. */
  readonly newest: Database<number, Buffer> | null
}

/** Where the next record of a partition goes. */
export interface Tail {
  readonly next: number
  readonly timestampMs: number
}

export interface Layout {
  readonly env: RootDatabase
  readonly topics: ReadonlyMap<string, readonly Slot[]>
  readonly tailOf: (slot: Slot) => Tail
  readonly setTail: (slot: Slot, tail: Tail) => void
  /** The group's position, undefined if it has none. */
  readonly positionOf: (group: string, slot: Slot) => number | undefined
  readonly setPosition: (group: string, slot: Slot, offset: number) => void
  readonly epochOf: (writer: string) => number
  readonly setEpoch: (writer: string, epoch: number) => void
}

/** lmdb hands out each value in a buffer of its own, unless it is told how to read it. */
const asFrames: RootDatabaseOptions = {
  encoding: 'binary',
  encoder: { encode: (frame: Buffer) => frame, decode: readFrame },
}

/** Of the layout described here. A log of another version is refused, not guessed at. */
const formatVersion = 1

interface TopicShape {
  readonly partitions: number
  readonly cleanup: 'delete' | 'compact'
}

export function openLayout(path: string, settings: TopicSettings): Layout {
  const partitions = Object.values(settings).reduce((sum, t) => sum + t.partitions, 0)
  const env = open({
    path,
    maxDbs: 2 * partitions + 16,
    maxReaders: 256,
    // then a promise of lmdb resolves after the fdatasync, not before it
    overlappingSync: false,
    // the batches it would make have a promise that nobody sees: its rejection ends the process
    eventTurnBatching: false,
  })
  try {
    checkFormat(env, settings)
    return layoutOf(env, settings)
  } catch (error) {
    void env.close()
    throw error
  }
}

function checkFormat(env: RootDatabase, settings: TopicSettings): void {
  const meta = env.openDB<number | TopicShape, string>('meta', { encoding: 'json' })
  env.transactionSync(() => {
    const version = meta.get('format')
    if (version === undefined) meta.putSync('format', formatVersion)
    else if (version !== formatVersion)
      throw new LogError(
        `the log is of format ${JSON.stringify(version)}; this version reads ${formatVersion}`,
        { retriable: false },
      )
    for (const [topic, { partitions, cleanup }] of Object.entries(settings)) {
      const shape = { partitions, cleanup }
      const found = meta.get(`topic ${topic}`)
      if (found === undefined) meta.putSync(`topic ${topic}`, shape)
      else if (JSON.stringify(found) !== JSON.stringify(shape))
        // another partition count would move keys to other partitions and lose their order
        throw new LogError(
          `topic ${topic} was made as ${JSON.stringify(found)} and cannot become ${JSON.stringify(shape)}`,
          { retriable: false },
        )
    }
  })
}

function layoutOf(env: RootDatabase, settings: TopicSettings): Layout {
  const tails = env.openDB<readonly [number, number], string>('tails', { encoding: 'json' })
  const positions = env.openDB<number, string[]>('positions', { encoding: 'json' })
  const writers = env.openDB<number, string>('writers', { encoding: 'json' })
  const nameOf = (slot: Slot): string => `${slot.topic}/${slot.partition}`
  return {
    env,
    topics: new Map(
      Object.entries(settings).map(([topic, { partitions, cleanup, retentionMs }]) => [
        topic,
        Array.from({ length: partitions }, (_, partition) => ({
          topic,
          partition,
          retentionMs: cleanup === 'delete' ? retentionMs : Infinity,
          records: env.openDB(`records ${topic}/${partition}`, asFrames) as unknown as Records,
          newest:
            cleanup === 'compact'
              ? env.openDB<number, Buffer>(`newest ${topic}/${partition}`, {
                  encoding: 'json',
                  keyEncoding: 'binary',
                })
              : null,
        })),
      ]),
    ),
    tailOf: (slot) => {
      const [next, timestampMs] = tails.get(nameOf(slot)) ?? [0, 0]
      return { next, timestampMs }
    },
    setTail: (slot, { next, timestampMs }) => tails.putSync(nameOf(slot), [next, timestampMs]),
    positionOf: (group, slot) => positions.get([group, nameOf(slot)]),
    setPosition: (group, slot, offset) => positions.putSync([group, nameOf(slot)], offset),
    epochOf: (writer) => writers.get(writer) ?? 0,
    setEpoch: (writer, epoch) => writers.putSync(writer, epoch),
  }
}
