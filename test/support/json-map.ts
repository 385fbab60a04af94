import type { ScratchMap } from '../../services/lib/run/scratch-file.ts'

/** Returns a map of which each `get` returns a new object, as that of a map in a file does. */
export function createJsonMap<V>(): ScratchMap<V> {
  const texts = new Map<string, string>()
  return {
    get(key) {
      const text = texts.get(key)
      return text === undefined ? undefined : (JSON.parse(text) as V)
    },
    has: (key) => texts.has(key),
    set: (key, value) => texts.set(key, JSON.stringify(value)),
    delete: (key) => texts.delete(key),
    keys: () => texts.keys(),
    clear: () => texts.clear(),
    get size() {
      return texts.size
    },
  }
}
