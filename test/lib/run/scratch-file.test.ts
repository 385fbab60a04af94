// Maps of texts in a scratch file compared with maps in memory.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  openScratchFile,
  type ScratchFile,
  type TextMap,
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

const contentOf = (map: TextMap): [string, string | undefined][] =>
  [...map.keys()].sort().map((key) => [key, map.get(key)])

describe('a map in a scratch file', () => {
  it('answers like a map in memory after each of 5,000 changes', () => {
    const map = file.createTextMap()
    const expected = new Map<string, string>()
    for (let i = 0; i < 5_000; i += 1) {
      const key = `key ${(i * 7_919) % 700}`
      const isDeleted = i % 3 === 0
      for (const target of [map, expected])
        if (isDeleted) target.delete(key)
        else target.set(key, `text ${i} ü`)
      const other = `key ${(i * 31) % 800}`
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
    const map = file.createTextMap()
    const texts = [
      ['k'.repeat(512), 'x'.repeat(100_000)],
      ['ü', ''],
    ] as const
    for (const [key, text] of texts) map.set(key, text)
    expect(contentOf(map)).toEqual(texts)
  })

  it('is separate from other maps, and new maps take the place of cleared ones', () => {
    const kept = file.createTextMap()
    kept.set('key', 'kept')
    for (let i = 0; i < 600; i += 1) {
      const map = file.createTextMap()
      expect([map.has('key'), map.size, contentOf(map)]).toEqual([false, 0, []])
      map.set('key', String(i))
      if (i % 2 === 0) expect(contentOf(map)).toEqual([['key', String(i)]])
      map.clear()
    }
    expect([kept.get('key'), kept.size]).toEqual(['kept', 1])
  })
})

it('leaves no file behind, even if it is never closed', async () => {
  file.createTextMap().set('key', 'text')
  expect(await readdir(directory)).toEqual([])
})
