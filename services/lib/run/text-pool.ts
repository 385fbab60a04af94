import { copyOfText } from './copy-of-text.ts'

/**
 * Returns a function that returns the same string for equal texts, so that a text which many objects keep is in
 * memory once. The pool is emptied when it has `maxTexts` texts; after that, a text may be in memory a second time.
 */
export function createTextPool(maxTexts: number): (text: string) => string {
  const pool = new Map<string, string>()
  return (text) => {
    const known = pool.get(text)
    if (known !== undefined) return known
    if (pool.size >= maxTexts) pool.clear()
    const copy = copyOfText(text)
    pool.set(copy, copy)
    return copy
  }
}
