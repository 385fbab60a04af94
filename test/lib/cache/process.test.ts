// The Redis cache in a separate process: over TLS, because trusted certificates are a setting of the
// process, and its exit, which open handles would prevent.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../../../tools/servers/free-ports.ts'
import { startRedisServer, type RedisServer } from '../../../tools/servers/redis-server.ts'
import { describeWithRedis } from '../../support/describe-with-redis.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('./cache-child.ts', import.meta.url))

interface Outcome {
  readonly reported: readonly string[]
  readonly allowed: readonly boolean[]
}

/** Fails when the child does not end, or something went past the observer. */
async function runChild(url: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', child, url], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  })
  expect(stderr).not.toMatch(/error|ioredis/i)
  return JSON.parse(stdout) as Outcome
}

const limited = [true, true, false]

describe('a process with the Redis cache', () => {
  it('ends when nothing listens', async () => {
    const outcome = await runChild(`redis://127.0.0.1:${await freePort()}`)
    expect(outcome).toEqual({
      reported: [expect.stringContaining('ECONNREFUSED')],
      allowed: limited,
    })
  })

  it.each(['redis', 'rediss'])('ends when %s:// is accepted and never answered', async (scheme) => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const outcome = await runChild(`${scheme}://127.0.0.1:${port}`)
    expect(outcome).toEqual({
      reported: [expect.stringMatching(/timed out|ETIMEDOUT/)],
      allowed: limited,
    })
    silent.close()
  })

  it('ends when there is no such host', async () => {
    const outcome = await runChild('redis://no-such-host.invalid')
    expect(outcome).toEqual({
      reported: [expect.stringMatching(/no-such-host.invalid|ETIMEDOUT/)],
      allowed: limited,
    })
  })
})

describeWithRedis(
  'Redis over TLS',
  () => {
    let server: RedisServer
    let dir: string
    let tlsPort: number
    let certificate: string

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'oddslog-tls-'))
      certificate = join(dir, 'certificate.pem')
      const key = join(dir, 'key.pem')
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
      await run('openssl', [
        'req',
        '-x509',
        ...curve,
        ...subject,
        '-keyout',
        key,
        '-out',
        certificate,
      ])
      tlsPort = await freePort()
      const files = [
        '--tls-cert-file',
        certificate,
        '--tls-key-file',
        key,
        '--tls-ca-cert-file',
        certificate,
      ]
      server = await startRedisServer({
        args: ['--tls-port', `${tlsPort}`, ...files, '--tls-auth-clients', 'no'],
      })
    })
    afterAll(async () => {
      await server.stop()
      await rm(dir, { recursive: true })
    })

    it('counts there when it trusts the certificate, and names the host', async () => {
      const trusting = { NODE_EXTRA_CA_CERTS: certificate }
      const outcome = await runChild(`rediss://localhost:${tlsPort}/1`, trusting)
      expect(outcome).toEqual({ reported: [], allowed: limited })
      expect(await server.command('INFO', 'keyspace')).toContain('db1:')
      const byNumber = await runChild(`rediss://127.0.0.1:${tlsPort}`, trusting)
      expect(byNumber.reported).toEqual([
        expect.stringContaining("does not match certificate's altnames"),
      ])
    })

    it('counts by itself when it does not trust the certificate, or only one side speaks TLS', async () => {
      const outcomes = await Promise.all([
        runChild(`rediss://localhost:${tlsPort}`),
        runChild(`rediss://127.0.0.1:${server.port}`),
        runChild(`redis://127.0.0.1:${tlsPort}`),
      ])
      expect(outcomes.map(({ allowed }) => allowed)).toEqual([limited, limited, limited])
      expect(outcomes.map(({ reported }) => reported.length)).toEqual([1, 1, 1])
      expect(outcomes[0]?.reported[0]).toMatch(/self-signed certificate/)
    })
  },
  ['openssl'],
)
