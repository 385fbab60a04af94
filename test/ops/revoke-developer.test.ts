// Ending an account, from the command line to the refused key.
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { normalizeEmail } from '../../services/api/email.ts'
import {
  askToRevoke,
  createRevokeCommand,
  revokeDeveloperPath,
} from '../../services/ops/revoke-developer.ts'
import { openHttpServer, type HttpServer } from '../../services/lib/run/http-server.ts'
import { openAdminServer } from '../../services/lib/telemetry/admin.ts'
import { openAccounts, type OpenAccounts } from '../api/accounts/open-accounts.ts'

let open: OpenAccounts
let admin: HttpServer
let other: Server | null = null
beforeAll(async () => {
  open = await openAccounts({ now: () => 1_000 })
  const { accounts } = open
  admin = await openAdminServer({
    host: '127.0.0.1',
    port: 0,
    readMetrics: () => Promise.resolve(''),
    readReadiness: () => Promise.resolve({}),
    commands: {
      [revokeDeveloperPath]: createRevokeCommand((email, reason) =>
        accounts.revokeDeveloper(normalizeEmail(email), reason),
      ),
    },
  })
})
afterEach(() => {
  other?.closeAllConnections()
  other?.close()
})
afterAll(async () => {
  await admin.close()
  await open.close()
})

describe('revoke-developer', () => {
  it('ends the account, by its email in any case, and again', async () => {
    const { accounts } = open
    const made = await accounts.signUp('ada@example.com', 'correct horse')
    const request = { email: 'Ada@Example.COM', reason: 'asked for it: "ü"' }
    for (let i = 0; i < 2; i += 1)
      expect(await askToRevoke(admin.url, request)).toBe(made?.developer.id)
    expect(accounts.checkKey(made?.apiKey ?? '')).toBe('revoked')
    expect(accounts.findDeveloper(made?.developer.id ?? '')).toBeNull()
  })

  it('says that there is no such account', async () => {
    await expect(
      askToRevoke(admin.url, { email: 'nobody@example.com', reason: '' }),
    ).rejects.toThrow('no account has the email nobody@example.com')
  })

  it('says that no service runs', async () => {
    const gone = await openHttpServer({ host: '127.0.0.1', port: 0, handler: () => undefined })
    await gone.close()
    await expect(askToRevoke(gone.url, { email: 'a@b.co', reason: '' })).rejects.toThrow(
      /nothing answers .* ADMIN_PORT/,
    )
  })

  it.each([
    ['a page', 404, '<html>not here</html>'],
    ['nothing', 500, ''],
    ['other JSON', 200, '{"status":"ok"}'],
  ])('says that something else answers: %s', async (_name, status, body) => {
    other = createServer((_request, response) => response.writeHead(status).end(body))
    const url = await new Promise<string>((resolve) =>
      other?.listen(0, '127.0.0.1', () => {
        const address = other?.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
      }),
    )
    await expect(askToRevoke(url, { email: 'a@b.co', reason: '' })).rejects.toThrow(
      `is not the admin port: it answered ${status}`,
    )
  })
})

describe('the command', () => {
  it.each([
    null,
    undefined,
    1,
    'a@b.co',
    [],
    {},
    { email: 'a@b.co' },
    { email: 1, reason: '' },
    { email: 'a@b.co', reason: null },
  ])('refuses %j', async (body) => {
    const seen: string[] = []
    const command = createRevokeCommand(async (email) => {
      seen.push(email)
      return null
    })
    expect(await command(body)).toMatchObject({ status: 422 })
    expect(seen).toEqual([])
  })
})
