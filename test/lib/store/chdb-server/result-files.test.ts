// Results of Store.stream in the chDB child: their files are gone when the response has ended, however it ended.
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '../../../support/waiting.ts'
import { openTemporaryStore, type TemporaryStore } from '../temporary-store.ts'

let temporary: TemporaryStore
const never = new AbortController().signal
/** Larger than what sockets buffer. */
const large = 'SELECT randomPrintableASCII(1000) AS a FROM numbers(20000)'

beforeAll(async () => {
  temporary = await openTemporaryStore()
})
afterAll(() => temporary.dispose())

/** The result files that the child has open, and those that have a name. */
async function resultFiles(): Promise<readonly string[]> {
  const descriptors = `/proc/${temporary.store.childPid()}/fd`
  const links = await Promise.all(
    (await readdir(descriptors)).map((name) => readlink(join(descriptors, name)).catch(() => '')),
  )
  const named = await readdir(join(temporary.directory, 'results'))
  return [...links.filter((path) => path.includes('/results/')), ...named]
}

const hasNone = async (): Promise<boolean> => (await resultFiles()).length === 0

describe('the file of a result', () => {
  it('is there while it is read, without a name, and gone after it', async () => {
    const stream = await temporary.store.stream(large, {}, 'CSVWithNames', never)
    expect(await resultFiles()).toEqual([expect.stringContaining('(deleted)')])
    expect((await buffer(stream)).length).toBeGreaterThan(20_000_000)
    await until(hasNone)
  })

  it('is gone after the reader has left', async () => {
    const stream = await temporary.store.stream(large, {}, 'CSVWithNames', never)
    for await (const _chunk of stream) break
    await until(hasNone)
  })

  it('is gone after the statement has failed', async () => {
    const failing = `SELECT throwIf(number = 90000), randomPrintableASCII(100) FROM numbers(100000) SETTINGS max_block_size = 1000`
    await expect(temporary.store.stream(failing, {}, 'CSVWithNames', never)).rejects.toThrow(
      'throwIf',
    )
    expect(await resultFiles()).toEqual([])
  })

  it('is gone after the statement was cancelled', async () => {
    const aborter = new AbortController()
    const endless = 'SELECT randomPrintableASCII(1000) AS a FROM numbers(100000000)'
    const asked = temporary.store.stream(endless, {}, 'CSVWithNames', aborter.signal)
    await until(async () => !(await hasNone()))
    aborter.abort()
    await expect(asked).rejects.toThrow('cancelled')
    await until(hasNone)
  })
})
