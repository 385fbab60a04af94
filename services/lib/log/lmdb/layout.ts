// The databases of the log in an LMDB environment. Every partition has a tree of its own (offset ->
// entry), so that each append goes to the end of a tree and fills its pages. In one common tree, pages
// would stay partly empty, and the file would be half as large again.
import type { Database, Key, RootDatabase, RootDatabaseOptions } from 'lmdb'
import { openLmdb } from '../../run/open-lmdb.ts'
import { unknownPartitionError, unknownTopicError } from '../checks.ts'
import { LogError, type TopicSettings } from '../port.ts'
import { createBlockCache, type BlockCache } from './block-cache.ts'
import { readEntry, type Entry } from './entry.ts'

/** Entries are written as bytes and decoded when they are read. */
interface Records extends Pick<
  Database<Entry, number>,
  'doesExist' | 'getRange' | 'getKeys' | 'removeSync'
> {
  /** Returns the statistics that LMDB keeps of this tree. lmdb does not declare their type. */
  getStats(): {
    readonly pageSize: number
    readonly entryCount: number
    readonly treeBranchPageCount: number
    readonly treeLeafPageCount: number
    readonly overflowPages: number
  }
  putSync(lastOffset: number, entry: Buffer, options?: { append: true }): boolean
}

/** One partition with its trees. */
export interface PartitionTree {
  readonly topic: string
  readonly partition: number
  readonly retentionMs: number
  /** The share of the partition in the limit of its topic; Infinity: no limit. */
  readonly retentionBytes: number
  /** Groups that read the topic. Retention keeps the records that one of them has not read. */
  readonly consumerGroups: readonly string[]
  readonly records: Records
  /** Compacted topics only: digest of a key -> offset of its newest record. */
  readonly newest: Database<number, Buffer> | null
}

/** Sizes in bytes of values before compression. */
export interface BlockSizes {
  /** The records of one append to one partition are stored as blocks if they have at least this size. */
  readonly minBytes: number
  /** A block with at least this size does not take further records. */
  readonly fullBytes: number
}

/** The next offset of a partition, and the time of its last append. */
export interface PartitionTail {
  readonly next: number
  readonly timestampMs: number
}

export interface LogLayout {
  readonly env: RootDatabase
  readonly blocks: BlockCache
  readonly blockSizes: BlockSizes
  readonly settings: TopicSettings
  readonly allTrees: readonly PartitionTree[]
  /** Returns the partitions of the topic. Throws if there is no such topic. */
  readonly treesOf: (topic: string) => readonly PartitionTree[]
  /** Returns a partition. Throws if there is no such partition. */
  readonly treeOf: (topic: string, partition: number) => PartitionTree
  readonly tailOf: (tree: PartitionTree) => PartitionTail
  readonly setTail: (tree: PartitionTree, tail: PartitionTail) => void
  /** Returns the size of the pages that the records of the partition are in. */
  readonly bytesOf: (tree: PartitionTree) => number
  readonly entryCountOf: (tree: PartitionTree) => number
  /** Returns the group's position in the partition, or undefined if it has none. */
  readonly positionOf: (group: string, tree: PartitionTree) => number | undefined
  readonly setPosition: (group: string, tree: PartitionTree, offset: number) => void
  /**
   * Returns the epoch of a name, for fencing: a process that takes over a name increments its epoch, and owns the
   * name until the epoch is incremented again.
   */
  readonly epochOf: (name: string) => number
  /** Increments the epoch and returns the new one. To be called in a write transaction. */
  readonly incrementEpoch: (name: string) => number
  /**
   * Returns the time by which the last run of retention decided what had expired (retention-time.ts); undefined if
   * retention never ran.
   */
  readonly retentionTimeMs: () => number | undefined
  readonly setRetentionTime: (ms: number) => void
  /** Returns the offset before which packing (packing.ts) does not read records again. */
  readonly packedUntil: (tree: PartitionTree) => number
  readonly setPackedUntil: (tree: PartitionTree, offset: number) => void
}

/** Options with our own decoder, so that lmdb does not allocate a buffer for each value. */
const asEntries: RootDatabaseOptions = {
  encoding: 'binary',
  encoder: { encode: (entry: Buffer) => entry, decode: readEntry },
}

/**
 * The version of this layout. In version 1 every entry had one record; opening such a log for
 * writing changes its version to 2. The log does not open with another version.
 */
export const formatVersion = 2
const upgradableVersion = 1

/**
 * Appends below `minBytes` compress badly and take a lot of processor time per record; packing
 * makes blocks of them later. A full block compresses nearly as well as a larger one, and
 * decompresses in a fraction of a millisecond.
 */
const defaultBlockSizes: BlockSizes = { minBytes: 16 * 1024, fullBytes: 128 * 1024 }

/** The settings of a topic that cannot change after its creation. */
interface ImmutableTopicSettings {
  readonly partitions: number
  readonly cleanup: 'delete' | 'compact'
}

export function openLayout(options: {
  readonly path: string
  readonly topics: TopicSettings
  readonly blockSizes?: BlockSizes
  /**
   * True if another process has opened the log for writing: that process creates what is missing.
   */
  readonly readOnly?: boolean
}): LogLayout {
  const { path, topics: settings, blockSizes = defaultBlockSizes, readOnly = false } = options
  const partitions = Object.values(settings).reduce((sum, t) => sum + t.partitions, 0)
  const env = openLmdb({
    path,
    readOnly,
    maxDbs: 2 * partitions + 16,
    maxReaders: 256,
    // off, so that lmdb's promises resolve only after the fdatasync
    overlappingSync: false,
    // off, because lmdb does not expose the promise of its batches, whose rejection would end the process
    eventTurnBatching: false,
  })
  try {
    checkFormat(env, settings, readOnly)
    return createLayout(env, settings, blockSizes)
  } catch (error) {
    void env.close()
    throw error
  }
}

/**
 * Returns the database of this name. If it does not exist, the function creates it if the environment is open for
 * writing, and otherwise throws, because the process that writes to the log is still creating its databases.
 */
function openDatabase<V, K extends Key>(
  env: RootDatabase,
  name: string,
  options: RootDatabaseOptions = { encoding: 'json' },
): Database<V, K> {
  // if the environment is read-only and has no such database, the result is undefined, which lmdb does not declare
  const database = env.openDB<V, K>(name, options) as Database<V, K> | undefined
  if (!database) throw new LogError('a service is just creating the log: try again')
  return database
}

function checkFormat(env: RootDatabase, settings: TopicSettings, readOnly: boolean): void {
  const meta = openDatabase<number | ImmutableTopicSettings, string>(env, 'meta')
  const put = (name: string, value: number | ImmutableTopicSettings): void => {
    if (readOnly)
      throw new LogError(
        'an earlier version wrote this log: start the service once, it upgrades the log',
      )
    meta.putSync(name, value)
  }
  const checkOrCreateFormat = (): void => {
    const version = meta.get('format')
    if (version === undefined || version === upgradableVersion) put('format', formatVersion)
    else if (version !== formatVersion)
      throw new LogError(
        `the log has format version ${JSON.stringify(version)}; this version of oddslog reads ${formatVersion}`,
      )
    for (const [topic, { partitions, cleanup }] of Object.entries(settings)) {
      const fixedSettings = { partitions, cleanup }
      const found = meta.get(`topic ${topic}`)
      if (found === undefined) put(`topic ${topic}`, fixedSettings)
      else if (JSON.stringify(found) !== JSON.stringify(fixedSettings))
        // another partition count would move keys to other partitions, and their records would lose their order
        throw new LogError(
          `topic ${topic} was created as ${JSON.stringify(found)} and cannot become ${JSON.stringify(fixedSettings)}`,
        )
    }
  }
  if (readOnly) checkOrCreateFormat()
  else env.transactionSync(checkOrCreateFormat)
}

function createLayout(
  env: RootDatabase,
  settings: TopicSettings,
  blockSizes: BlockSizes,
): LogLayout {
  const tails = openDatabase<readonly [number, number], string>(env, 'tails')
  const positions = openDatabase<number, string[]>(env, 'positions')
  const epochs = openDatabase<number, string>(env, 'writers')
  const times = openDatabase<number, string>(env, 'times')
  const packed = openDatabase<number, string>(env, 'packed')
  const nameOf = (tree: PartitionTree): string => `${tree.topic}/${tree.partition}`
  const topics = new Map(
    Object.entries(settings).map(
      ([
        topic,
        { partitions, cleanup, retentionMs, retentionBytes = Infinity, consumerGroups = [] },
      ]) => [
        topic,
        Array.from({ length: partitions }, (_, partition) => ({
          topic,
          partition,
          retentionMs: cleanup === 'delete' ? retentionMs : Infinity,
          retentionBytes: cleanup === 'delete' ? retentionBytes / partitions : Infinity,
          consumerGroups,
          records: openDatabase<Entry, number>(
            env,
            `records ${topic}/${partition}`,
            asEntries,
          ) as unknown as Records,
          newest:
            cleanup === 'compact'
              ? openDatabase<number, Buffer>(env, `newest ${topic}/${partition}`, {
                  encoding: 'json',
                  keyEncoding: 'binary',
                })
              : null,
        })),
      ],
    ),
  )

  const epochOf = (name: string): number => epochs.get(name) ?? 0

  function treesOf(topic: string): readonly PartitionTree[] {
    const trees = topics.get(topic)
    if (!trees) throw unknownTopicError(topic)
    return trees
  }

  return {
    env,
    blocks: createBlockCache(),
    blockSizes,
    settings,
    allTrees: [...topics.values()].flat(),
    treesOf,
    treeOf(topic, partition) {
      const tree = treesOf(topic)[partition]
      if (!tree) throw unknownPartitionError(topic, partition)
      return tree
    },
    tailOf: (tree) => {
      const [next, timestampMs] = tails.get(nameOf(tree)) ?? [0, 0]
      return { next, timestampMs }
    },
    setTail: (tree, { next, timestampMs }) => tails.putSync(nameOf(tree), [next, timestampMs]),
    bytesOf: ({ records }) => {
      const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = records.getStats()
      return pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages)
    },
    entryCountOf: ({ records }) => records.getStats().entryCount,
    positionOf: (group, tree) => positions.get([group, nameOf(tree)]),
    setPosition: (group, tree, offset) => positions.putSync([group, nameOf(tree)], offset),
    epochOf,
    incrementEpoch(name) {
      const epoch = epochOf(name) + 1
      epochs.putSync(name, epoch)
      return epoch
    },
    retentionTimeMs: () => times.get('retention'),
    setRetentionTime: (ms) => times.putSync('retention', ms),
    packedUntil: (tree) => packed.get(nameOf(tree)) ?? 0,
    setPackedUntil: (tree, offset) => packed.putSync(nameOf(tree), offset),
  }
}
