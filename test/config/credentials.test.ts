// The variables with the credentials of a platform, and the file of the private key.
import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ConfigError, parseConfig } from '../../services/config.ts'

const id = 'a952bcbe-ec3b-4b5b-b8f9-11dae589608c'
const request = { method: 'GET', path: '/x', atMs: 1 } as const
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-credentials-'))
})

afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
})

async function write(name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, text, { mode })
  await chmod(path, mode)
  return path
}

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const
const spki = { type: 'spki', format: 'pem' } as const
const keys = {
  rsa: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: spki,
    }),
  ed25519: () =>
    generateKeyPairSync('ed25519', { privateKeyEncoding: pkcs8, publicKeyEncoding: spki }),
  ec: () =>
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: pkcs8,
      publicKeyEncoding: spki,
    }),
  short: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 1024,
      privateKeyEncoding: pkcs8,
      publicKeyEncoding: spki,
    }),
  encrypted: () =>
    generateKeyPairSync('ed25519', {
      privateKeyEncoding: { ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' },
      publicKeyEncoding: spki,
    }),
}

const parse = (path: string, keyId = id) =>
  parseConfig({ PLATFORM_B_KEY_ID: keyId, PLATFORM_B_PRIVATE_KEY: path }, [])

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env, [])
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('the credentials of a platform', () => {
  it('are optional', () => {
    expect(parseConfig({}, [])).toMatchObject({ signers: {}, warnings: [] })
    expect(parse('', '').signers).toEqual({})
  })

  it.each(['rsa', 'ed25519'] as const)('make a signer of a key of type %s', async (type) => {
    const config = parse(await write(type, keys[type]().privateKey))
    expect(config.warnings).toEqual([])
    expect(Object.keys(config.signers)).toEqual(['platform_b'])
    expect(await config.signers.platform_b?.sign(request)).toMatchObject({
      'KALSHI-ACCESS-KEY': id,
    })
  })

  it('are not visible in the configuration', async () => {
    const config = parse(await write('visible', keys.ed25519().privateKey))
    const shown = inspect(config, { depth: null, showHidden: true }) + JSON.stringify(config)
    expect(shown).not.toContain(id)
    expect(shown).not.toMatch(/PRIVATE KEY-----/)
  })

  it.each([0o640, 0o604, 0o660])(
    'in a file that others can access (%s) cause a warning',
    async (mode) => {
      const config = parse(await write('open', keys.ed25519().privateKey, mode))
      expect(config.warnings).toEqual([
        expect.stringMatching(/^PLATFORM_B_PRIVATE_KEY: .*chmod 600/),
      ])
      expect(Object.keys(config.signers)).toEqual(['platform_b'])
    },
  )
})

describe('a problem with the credentials', () => {
  it.each([
    ['PLATFORM_B_KEY_ID', () => ({ PLATFORM_B_PRIVATE_KEY: join(directory, 'half') })],
    ['PLATFORM_B_PRIVATE_KEY', () => ({ PLATFORM_B_KEY_ID: id })],
  ])('is a missing %s', async (name, env) => {
    await write('half', keys.ed25519().privateKey)
    expect(problemsOf(env() as Record<string, string>)).toEqual([
      expect.stringMatching(new RegExp(`^${name}: must be set, because`)),
    ])
  })

  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['no file', () => join(directory, 'absent'), /path of a file that exists/],
    ['a directory', () => directory, /path of a PEM file/],
    ['a device', () => '/dev/zero', /path of a PEM file/],
    ['a large file', () => write('large', 'x'.repeat(70_000)), /path of a PEM file/],
    ['an empty file', () => write('empty', ''), /no private key/],
    ['text', () => write('text', 'hunter2'), /no private key/],
    ['a public key', () => write('public', keys.rsa().publicKey), /no private key/],
    ['half a key', () => write('half', keys.rsa().privateKey.slice(0, 800)), /no private key/],
    ['an encrypted key', () => write('encrypted', keys.encrypted().privateKey), /is encrypted/],
    ['a key of another type', () => write('ec', keys.ec().privateKey), /type ec.*rsa, ed25519/],
    ['a short key', () => write('short', keys.short().privateKey), /1024 bits/],
    ['the key itself', () => keys.ed25519().privateKey, /path .*not the key itself/],
    [
      'the key itself, in one line',
      () => keys.rsa().privateKey.replaceAll(/-----.*?-----|\n/g, ''),
      /path of a file/,
    ],
  ])('is one line that says what to do, without the value: %s', async (_, toPath, reason) => {
    const path = await toPath()
    const problems = problemsOf({ PLATFORM_B_KEY_ID: id, PLATFORM_B_PRIVATE_KEY: path })
    expect(problems).toEqual([expect.stringMatching(/^PLATFORM_B_PRIVATE_KEY: .*$/)])
    expect(problems[0]).toMatch(reason)
    expect(problems[0]).not.toContain('\n')
    expect(problems[0]).not.toContain(path.slice(0, 20))
  })

  it('is an id that no header can contain', async () => {
    const path = await write('good', keys.ed25519().privateKey)
    const env = { PLATFORM_B_KEY_ID: 'hunter2\nX: 1', PLATFORM_B_PRIVATE_KEY: path }
    expect(problemsOf(env)).toEqual([expect.stringMatching(/^PLATFORM_B_KEY_ID: must be the id/)])
    expect(problemsOf(env)[0]).not.toContain('hunter2')
  })

  it('is reported with all others', async () => {
    const path = await write('text', 'nothing')
    const env = { PLATFORM_B_PRIVATE_KEY: path, PORT: '80000' }
    expect(problemsOf(env)).toHaveLength(3)
  })
})
