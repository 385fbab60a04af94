// The table of threats in docs/security.md: it has all ten, and the tests that it names are there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '../support/source-files.ts'

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter(([threat]) => /^\| API\d/.test(threat ?? ''))

/** Of each row: `file` “name of a test in it”. */
const proofs = rows.map((cells) => [...(cells.at(-1) ?? '').matchAll(/`([^`]+)` “([^”]+)”/g)])

const named = proofs.flat().map(([, file = '', name = '']) => [file, name] as const)

describe('threats', () => {
  it('are all there, once, in order', () => {
    const numbers = rows.map(([threat]) => Number(/^\| API(\d+): /.exec(threat ?? '')?.[1]))
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
  })

  it('have a proof each', () => {
    expect(proofs.map((all) => all.length)).not.toContain(0)
  })

  it.each(named)('%s has "%s"', (file, name) => {
    const path = join(root, 'test', file)
    expect(existsSync(path)).toBe(true)
    // a call of `it`, or of what `it.each` has made, begins with its name
    const calls = [...readFileSync(path, 'utf8').matchAll(/\(\s*(['"`])(.*?)\1,\s/g)]
    expect(calls.map(([, , called]) => called)).toContain(name)
  })
})
