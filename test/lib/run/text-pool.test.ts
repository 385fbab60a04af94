import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { createTextPool } from '../../../services/lib/run/text-pool.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const characters = 100_000
const textOf = (letter: string, number = 0): string =>
  Buffer.from(letter.repeat(characters) + String(number)).toString()

describe('a text pool', () => {
  it('returns texts unchanged', () => {
    const shared = createTextPool(2)
    expect(['a', 'b', '', 'é', 'a', 'c', 'a', 'b'].map(shared).join('|')).toBe('a|b||é|a|c|a|b')
  })

  it('keeps equal texts in memory once', () => {
    const shared = createTextPool(10)
    const before = heapBytes()
    const kept = Array.from({ length: 200 }, () => shared(textOf('x')))
    expect(heapBytes() - before).toBeLessThan(20 * characters)
    expect(kept).toHaveLength(200)
  })

  it('keeps at most its number of texts', () => {
    const shared = createTextPool(10)
    const before = heapBytes()
    for (let i = 0; i < 200; i += 1) shared(textOf('y', i))
    expect(heapBytes() - before).toBeLessThan(20 * characters)
  })
})
