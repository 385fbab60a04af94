// A program that fails to start reports the reason, and no secrets.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createPrograms } from '../chaos/program.ts'
import { findPieces, toSecret } from './secret-search.ts'

const text = 'MarkOfAPasswordOfAUrl5pLm'

const programs = createPrograms()
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-secrets-'))
})

afterAll(async () => {
  await programs.killAll()
  await rm(directory, { recursive: true, force: true })
})

describe('a program that does not start', () => {
  it.each([
    ['a CACHE_URL that is none', { CACHE_URL: `redis://:${text}@:port` }],
    ['a CACHE_URL with a parameter', { CACHE_URL: `redis://:${text}@h/0?x=1` }],
    ['a JWT_SECRET that is too short', { JWT_SECRET: text }],
    ['a STORE_URL that is none', { STORE_URL: `ftp://user:${text}@h/db` }],
    ['a key id without a key', { PLATFORM_B_KEY_ID: text }],
    ['a key where its path belongs', { PLATFORM_B_KEY_ID: 'id', PLATFORM_B_PRIVATE_KEY: text }],
    ['a store that is not there', { STORE_URL: `http://u:${text}@127.0.0.1:9/db` }],
  ])('says nothing secret about %s', async (_what, variables) => {
    const program = programs.start({ DATA_DIR: directory, LOG_LEVEL: 'trace', ...variables })
    expect((await program.exit).code).toBe(1)
    expect(program.stderr()).not.toBe('')
    const output = program.stderr() + program.stdout()
    expect(findPieces([toSecret('it', text)], output)).toEqual([])
  })
})
