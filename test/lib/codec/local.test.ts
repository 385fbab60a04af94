// The codec on one machine: the contract, and the directory that stores its schema ids.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { CodecError } from '../../../services/lib/codec/port.ts'
import { readTopicSchemas } from '../../../services/lib/codec/schemas.ts'
import { describeCodec, newer, older } from '../../contracts/codec.ts'

describeCodec('local', async () => {
  const path = await mkdtemp(join(tmpdir(), 'codec-'))
  return {
    open: (schemas) => openLocalCodec({ path, ...(schemas && { schemas }) }),
    async bringIn(topic, schema) {
      const codec = await openLocalCodec({
        path,
        schemas: { ...readTopicSchemas(), [topic]: schema },
      })
      return codec.encode(topic, { n: 1 } as never).readUInt32BE(1)
    },
    dispose: () => rm(path, { recursive: true }),
  }
})

describe('the directory of schemas', () => {
  const topic = 'poll-checkpoints'
  let path: string

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'codec-'))
  })
  afterEach(() => rm(path, { recursive: true }))

  it('takes no new id for a changed comment', async () => {
    await openLocalCodec({ path })
    const before = (await readdir(path)).length
    const documented = Object.fromEntries(
      Object.entries(readTopicSchemas()).map(([t, s]) => [t, { ...s, doc: 'other words' }]),
    )
    await openLocalCodec({ path, schemas: documented })
    expect((await readdir(path)).length).toBe(before)
  })

  it('holds each schema once when many open it at once', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        openLocalCodec({ path, schemas: i % 2 ? older : newer }),
      ),
    )
    const texts = await Promise.all(
      (await readdir(path)).map((name) => readFile(join(path, name), 'utf8')),
    )
    expect(new Set(texts).size).toBe(texts.length)
    expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('tells the older schemas of one topic from those of another', async () => {
    const bytes = (await openLocalCodec({ path, schemas: older })).encode(topic, {
      key: 'k',
    } as never)
    const codec = await openLocalCodec({ path, schemas: newer })
    expect(() => codec.decode('books', bytes)).toThrow(CodecError)
    expect(() => codec.decode('books', bytes)).toThrow(/of poll-checkpoints, not of books/)
  })

  it('is not opened at all when it is damaged', async () => {
    await openLocalCodec({ path })
    await writeFile(join(path, '1.json'), '{"topic":')
    await expect(openLocalCodec({ path })).rejects.toThrow(/1\.json is damaged/)
  })
})
