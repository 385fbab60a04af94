// Checks the table of known problems in docs/platforms.md: it is complete, and the tests that it names exist.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const tests = new URL('../', import.meta.url)
const page = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(' | '))

/** `file` “beginning of the title” of each test that a row names. */
const named = rows.flatMap((cells) =>
  [...(cells.at(-1) ?? '').matchAll(/`([^`]+)` “([^”]+)”/g)].map(
    ([, file, words]) => [Number.parseInt(cells[0]?.slice(2) ?? '', 10), file, words] as const,
  ),
)

describe('known problems', () => {
  it('are all there, once, in order', () => {
    const numbers = rows.map(([first]) => Number(first?.slice(2)))
    expect(numbers).toEqual(Array.from({ length: 26 }, (_, i) => i + 1))
  })

  it('have a proof, or a reason why there is none to have', () => {
    const proved = new Set(named.map(([number]) => number))
    const others = rows.filter(([first]) => !proved.has(Number(first?.slice(2))))
    for (const [, , cure] of others) expect(cure).toMatch(/^cannot happen here: /)
  })

  it.each(named)('%i: %s has "%s"', (_number, file, words) => {
    const path = new URL(file ?? '', tests)
    expect(existsSync(path)).toBe(true)
    // The name of a test, or a row of its table, begins with the words.
    const source = readFileSync(path, 'utf8')
    expect(['`', "'", '"'].some((quote) => source.includes(`${quote}${words}`))).toBe(true)
  })
})
