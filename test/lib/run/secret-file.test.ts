// A secret in a file: created once, by the first process, and readable only by its owner.
import { fork } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { readOrCreateSecret } from '../../../services/lib/run/secret-file.ts'
import { root } from '../../support/source-files.ts'

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-secret-'))
  path = join(directory, 'secret')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('the secret', () => {
  it('has 256 bits, and is another one in another place', async () => {
    const secret = await readOrCreateSecret(path)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await readOrCreateSecret(`${path}-2`)).not.toBe(secret)
  })

  it('is made once', async () => {
    const secret = await readOrCreateSecret(path)
    const { ino, mtimeMs } = await stat(path)
    expect(await readOrCreateSecret(path)).toBe(secret)
    expect(await stat(path)).toMatchObject({ ino, mtimeMs })
    expect(await readdir(directory)).toEqual(['secret'])
  })

  it('is for its owner only', async () => {
    await readOrCreateSecret(path)
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  })

  it('is one for all that make it at once, or nearly so', async () => {
    for (let round = 0; round < 30; round += 1) {
      const own = `${path}-${round}`
      const secrets = await Promise.all(
        Array.from({ length: 12 }, async (_, i) => {
          await sleep(i / 4)
          return readOrCreateSecret(own)
        }),
      )
      expect(new Set(secrets)).toEqual(new Set([await readFile(own, 'utf8')]))
    }
    expect(await readdir(directory)).toHaveLength(30)
  })

  it('is one for all processes that make it at once', async () => {
    const child = join(root, 'test/lib/run/secret-child.ts')
    const secrets = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise<unknown>((resolve, reject) => {
            fork(child, [path], { execArgv: ['--import', 'tsx'] })
              .once('message', resolve)
              .once('error', reject)
          }),
      ),
    )
    expect(new Set(secrets)).toEqual(new Set([await readFile(path, 'utf8')]))
    expect(await readdir(directory)).toEqual(['secret'])
  })

  it('takes no notice of what a process left that was killed', async () => {
    await writeFile(`${path}.1234.tmp`, 'half')
    expect(await readOrCreateSecret(path)).toHaveLength(43)
  })

  it.each(['', 'short', 'x'.repeat(31)])('is not replaced when it is damaged: %j', async (text) => {
    await writeFile(path, text)
    await expect(readOrCreateSecret(path)).rejects.toThrow('is damaged: remove it')
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('fails where it cannot be read or made', async () => {
    await expect(readOrCreateSecret(directory)).rejects.toThrow('EISDIR')
    await expect(readOrCreateSecret(join(directory, 'no', 'secret'))).rejects.toThrow('ENOENT')
    if (process.getuid?.() === 0) return // may write everywhere
    await chmod(directory, 0o500)
    await expect(readOrCreateSecret(path)).rejects.toThrow('EACCES')
    await chmod(directory, 0o700)
  })
})
