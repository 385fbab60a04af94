// The option compactHeap, which works through an option of V8 that a newer Node could ignore.
import { expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compactHeap } from '../../../services/lib/run/child-memory.ts'

const program = fileURLToPath(new URL('compact-heap-child.ts', import.meta.url))

/** Returns the size of the old generation in relation to its objects. */
async function runProgram(options: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--expose-gc',
    ...options,
    program,
  ])
  const [used = 0, size = 0, objects] = stdout.split(' ').map(Number)
  expect(objects).toBe(200_000)
  return size / used
}

it('returns the space of removed objects between others', async () => {
  const [without, compacted] = await Promise.all([runProgram([]), runProgram([compactHeap(0)])])
  expect(compacted).toBeLessThan(1.25)
  expect(without).toBeGreaterThan(compacted)
})
