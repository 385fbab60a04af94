// The server takes the longest URL that a parameter can need, and rejects longer ones.
import { expect, it } from '@jest/globals'
import { openHttpServer } from '../../../services/lib/run/http-server.ts'

it('takes 1,000 ids of platform_a with percent-encoded commas, and answers 431 to more than 96 KiB', async () => {
  const server = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    handler: (req, res) => res.end(String(req.url?.length)),
  })
  try {
    const id = `pa_0x${'0123456789abcdef'.repeat(4)}`
    const path = `/?ids=${Array.from({ length: 1000 }, () => id).join('%2C')}`
    const answer = await fetch(server.url + path)
    expect([answer.status, await answer.text()]).toEqual([200, String(path.length)])
    expect((await fetch(`${server.url}/?${'x'.repeat(96 * 1024)}`)).status).toBe(431)
  } finally {
    await server.close()
  }
})
