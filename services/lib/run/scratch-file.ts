// Maps whose values are in a file instead of in memory, for data that a process can derive again after a restart. The
// pages of the file that are read often are in the page cache of the system, which takes memory only while no
// program needs it.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, RootDatabase } from 'lmdb'
import { openLmdb } from './open-lmdb.ts'

/**
 * The functions of a `Map` that a map in a file has too. The values are JSON values, and must not be changed after
 * `set`. Each `get` may return a new object.
 */
export interface ScratchMap<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): unknown
  delete(key: string): unknown
  keys(): Iterable<string>
  clear(): void
  readonly size: number
}

export type CreateScratchMap = <V>() => ScratchMap<V>

export interface ScratchFile {
  readonly createMap: CreateScratchMap
  close(): Promise<void>
}

const maxMaps = 256

/** The address space that is reserved for the file. Enlarging it later would keep the earlier mappings, too. */
const mapBytes = 2 ** 34

/** This many changes are written together, because each write transaction takes some time. */
const changesPerWrite = 1_000

/** LMDB takes keys of up to 1,978 bytes. A character of a key has up to 3 bytes. Longer keys stay in memory. */
const maxKeyLength = 600

/**
 * Opens a new file in the directory, which must exist, and deletes the file at once. The system keeps a deleted file
 * until it is closed, so its space is freed however the process ends. While the disk is full, the maps keep their
 * changes in memory.
 */
export async function openScratchFile(directory: string): Promise<ScratchFile> {
  const path = await mkdtemp(join(directory, 'scratch-'))
  const env = openLmdb({
    path,
    maxDbs: maxMaps,
    mapSize: mapBytes,
    noSync: true,
    overlappingSync: false,
  })
  await rm(path, { recursive: true })
  const freeNames = Array.from({ length: maxMaps }, (_, index) => String(index))
  return { createMap: <V>() => createMap<V>(env, freeNames), close: () => env.close() }
}

/** `freeNames`: the names that no map of the file has; the map takes one of them when it is written to the file. */
function createMap<V>(env: RootDatabase, freeNames: string[]): ScratchMap<V> {
  /** null if nothing was written yet: creating and removing a database takes a write transaction each. */
  let written: { readonly name: string; readonly values: Database<V, string> } | null = null
  /** Changes that are not written yet; undefined: the key was deleted. */
  const changes = new Map<string, V | undefined>()
  let writeAt = changesPerWrite
  let size = 0

  function openValues(): Database<V, string> {
    const name = freeNames.at(-1)
    if (name === undefined) throw new Error(`a scratch file has at most ${maxMaps} maps`)
    // With `structures`, the field names of objects are in memory, once for all objects that have the same fields. The
    // types of lmdb do not list the option `encoder`.
    const options = { name, encoding: 'msgpack', encoder: { structures: [] } } as const
    written = { name, values: env.openDB(options) }
    freeNames.pop()
    return written.values
  }

  function write(): void {
    const values = written?.values ?? openValues()
    const writable = [...changes].filter(([key]) => key.length <= maxKeyLength)
    values.transactionSync(() => {
      for (const [key, value] of writable)
        if (value === undefined) values.removeSync(key)
        else values.putSync(key, value)
    })
    for (const [key] of writable) changes.delete(key)
  }

  function writeIfDue(): void {
    if (changes.size < writeAt) return
    try {
      write()
    } catch {
      // The disk is full, or there are too many maps. Reads find the changes in memory, and a later change tries again.
    }
    writeAt = changes.size + changesPerWrite
  }

  const has = (key: string): boolean =>
    changes.has(key) ? changes.get(key) !== undefined : written?.values.doesExist(key) === true

  function change(key: string, value: V | undefined): void {
    size += Number(value !== undefined) - Number(has(key))
    changes.set(key, value)
    writeIfDue()
  }

  return {
    get: (key) => (changes.has(key) ? changes.get(key) : written?.values.get(key)),
    has,
    set: change,
    delete: (key) => change(key, undefined),
    *keys() {
      for (const key of written?.values.getKeys() ?? []) if (!changes.has(key)) yield key
      for (const [key, value] of changes) if (value !== undefined) yield key
    },
    clear() {
      const cleared = written
      written = null
      changes.clear()
      size = 0
      if (cleared === null) return
      try {
        cleared.values.dropSync()
        freeNames.push(cleared.name)
      } catch {
        // The disk is full. The values keep their place in the file, which no other map uses.
      }
    },
    get size() {
      return size
    },
  }
}
