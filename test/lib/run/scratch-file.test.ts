// Maps in a scratch file compared with maps in memory.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { describeWhere } from '../../support/describe-where.ts'
import { findMountMissing, mountLimitedDisk } from '../../support/limited-disk.ts'
import {
  openScratchFile,
  type ScratchFile,
  type ScratchMap,
} from '../../../services/lib/run/scratch-file.ts'

let directory: string
let file: ScratchFile

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-scratch-'))
  file = await openScratchFile(directory)
})

afterEach(async () => {
  await file.close()
  await rm(directory, { recursive: true })
})

const contentOf = (map: ScratchMap<string>): [string, string | undefined][] =>
  [...map.keys()].sort().map((key) => [key, map.get(key)])

describe('a map in a scratch file', () => {
  it('answers like a map in memory after each of 12,000 changes', () => {
    const map = file.createMap<string>()
    const expected = new Map<string, string>()
    for (let i = 0; i < 12_000; i += 1) {
      const key = `key ${(i * 7_919) % 2_700}`
      const isDeleted = i % 3 === 0
      for (const target of [map, expected])
        if (isDeleted) target.delete(key)
        else target.set(key, `text ${i} ü`)
      const other = `key ${(i * 31) % 2_800}`
      expect([map.get(key), map.has(key), map.get(other), map.has(other), map.size]).toEqual([
        expected.get(key),
        expected.has(key),
        expected.get(other),
        expected.has(other),
        expected.size,
      ])
    }
    expect(contentOf(map)).toEqual(contentOf(expected))
  })

  it('keeps texts of 100 kB, empty texts and keys of 512 characters', () => {
    const map = file.createMap<string>()
    const texts = [
      ['k'.repeat(512), 'x'.repeat(100_000)],
      ['ü', ''],
    ] as const
    for (const [key, text] of texts) map.set(key, text)
    // enough changes that all are written to the file
    for (let i = 0; i < 1_000; i += 1) map.set('', `text ${i}`)
    for (let i = 0; i < 1_000; i += 1) map.set(`${i}`, '')
    for (let i = 0; i < 1_000; i += 1) map.delete(`${i}`)
    expect(contentOf(map)).toEqual([['', 'text 999'], ...texts])
  })

  it('keeps JSON values of any structure', () => {
    const valueOf = (i: number) => ({
      text: `ü – ${i}`,
      number: [i, -0.1 * i, 1e300, null][i % 4],
      list: [[i % 2 === 0], {}, []],
      ...(i % 3 === 0 ? { other: { nested: { i } } } : {}),
      [`field ${i % 100}`]: i,
    })
    const map = file.createMap<object>()
    for (let i = 0; i < 3_500; i += 1) map.set(`key ${i}`, valueOf(i))
    for (let i = 0; i < 3_500; i += 7) expect(map.get(`key ${i}`)).toEqual(valueOf(i))
  })

  it('keeps keys that LMDB does not take', () => {
    const map = file.createMap<string>()
    const long = 'ü'.repeat(5_000)
    map.set(long, 'long')
    for (let i = 0; i < 2_500; i += 1) map.set(`key ${i}`, `text ${i}`)
    expect([map.get(long), map.get('key 0'), map.size]).toEqual(['long', 'text 0', 2_501])
    expect([...map.keys()]).toContain(long)
    map.delete(long)
    expect([map.has(long), map.size]).toEqual([false, 2_500])
  })

  it('is separate from other maps, and new maps take the place of cleared ones', () => {
    const kept = file.createMap<string>()
    kept.set('key', 'kept')
    for (let i = 0; i < 300; i += 1) {
      const map = file.createMap<string>()
      expect([map.has('key'), map.size, contentOf(map)]).toEqual([false, 0, []])
      for (let n = 0; n < 1_000; n += 1) map.set(n === 0 ? 'key' : `${n}`, String(i))
      expect([map.get('key'), map.get('999'), map.size]).toEqual([String(i), String(i), 1_000])
      map.clear()
    }
    expect([kept.get('key'), kept.size]).toEqual(['kept', 1])
  })

  it('can be used again after it was cleared', () => {
    const map = file.createMap<string>()
    for (const text of ['first', 'second']) {
      for (let i = 0; i < 1_500; i += 1) map.set(`key ${i}`, text)
      expect([map.get('key 0'), map.size]).toEqual([text, 1_500])
      map.clear()
      expect([map.get('key 0'), map.size]).toEqual([undefined, 0])
    }
  })
})

it('leaves no file behind, even if it is never closed', async () => {
  file.createMap<string>().set('key', 'text')
  expect(await readdir(directory)).toEqual([])
})

describeWhere(findMountMissing(), 'a scratch file on a full disk', () => {
  it('keeps its texts in memory until there is space again', async () => {
    const path = join(directory, 'disk')
    const disk = await mountLimitedDisk(path)
    if (!disk) throw new Error('no disk of limited size can be mounted')
    const onDisk = await openScratchFile(path)
    try {
      const map = onDisk.createMap<string>()
      const text = 'x'.repeat(1_000)
      const set = (from: number, until: number): void => {
        for (let i = from; i < until; i += 1) map.set(`key ${i}`, `${text}${i}`)
      }
      const check = (count: number): void => {
        expect(map.size).toBe(count)
        for (let i = 0; i < count; i += 500) expect(map.get(`key ${i}`)).toBe(`${text}${i}`)
      }
      set(0, 1_000)
      await disk.fill()
      set(1_000, 5_500)
      check(5_500)
      await disk.free()
      set(5_500, 10_000)
      check(10_000)
    } finally {
      await onDisk.close()
      await disk.close(false)
    }
  })
})
