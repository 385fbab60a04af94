// Maps of texts that are in a file instead of in memory, for data that a process can derive again after a restart. The
// pages of the file that are read often are in the page cache of the system, which takes memory only while no
// program needs it.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { open, type Database } from 'lmdb'

/** The functions of a `Map` that a map in a file has too. */
export interface TextMap {
  get(key: string): string | undefined
  has(key: string): boolean
  set(key: string, text: string): unknown
  delete(key: string): unknown
  keys(): Iterable<string>
  /** Removes all texts. The map must not be used afterwards. */
  clear(): void
  readonly size: number
}

export interface ScratchFile {
  readonly createTextMap: () => TextMap
  close(): Promise<void>
}

const maxMaps = 256

/** This many changes are written together, because each write transaction takes some time. */
const changesPerWrite = 1_000

/**
 * Opens a new file in the directory, which must exist, and deletes the file at once. The system keeps a deleted file
 * until it is closed, so its space is freed however the process ends.
 */
export async function openScratchFile(directory: string): Promise<ScratchFile> {
  const path = await mkdtemp(join(directory, 'scratch-'))
  const env = open({
    path,
    maxDbs: maxMaps,
    noSync: true,
    overlappingSync: false,
    encoding: 'string',
  })
  await rm(path, { recursive: true })
  const freeNames = Array.from({ length: maxMaps }, (_, index) => String(index))
  return {
    createTextMap() {
      const name = freeNames.pop()
      if (name === undefined) throw new Error(`a scratch file has at most ${maxMaps} maps`)
      const texts = env.openDB<string, string>({ name, encoding: 'string' })
      return createMap(texts, () => freeNames.push(name))
    },
    close: () => env.close(),
  }
}

function createMap(texts: Database<string, string>, onClear: () => void): TextMap {
  /** Changes that are not written yet; undefined: the text was deleted. */
  const changes = new Map<string, string | undefined>()
  let size = 0

  function write(): void {
    texts.transactionSync(() => {
      for (const [key, text] of changes)
        if (text === undefined) texts.removeSync(key)
        else texts.putSync(key, text)
    })
    changes.clear()
  }

  const has = (key: string): boolean =>
    changes.has(key) ? changes.get(key) !== undefined : texts.doesExist(key)

  function change(key: string, text: string | undefined): void {
    size += Number(text !== undefined) - Number(has(key))
    changes.set(key, text)
    if (changes.size >= changesPerWrite) write()
  }

  return {
    get: (key) => (changes.has(key) ? changes.get(key) : texts.get(key)),
    has,
    set: change,
    delete: (key) => change(key, undefined),
    keys() {
      write()
      return texts.getKeys()
    },
    clear() {
      changes.clear()
      size = 0
      texts.dropSync()
      onClear()
    },
    get size() {
      return size
    },
  }
}
