// Invalid request bodies: size, type, encoding, format. By status, on signup.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { ask, refusal, type Body } from './api-requests.ts'
import { emptyStore, runApi, type Answered, type RunningApi } from './running-api.ts'

const path = '/v1/auth/signup'
const password = 'correct horse'
let api: RunningApi
let last = 0
const sockets: Socket[] = []
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => api.close())

const newEmail = (): string => `developer-${(last += 1)}@example.com`
const send = (body: Body, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(api, path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

function dial(): Socket {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  sockets.push(socket)
  return socket
}

/** Without its length. */
function sendPieces(pieces: readonly Uint8Array[]): Promise<Response> {
  const left = pieces.values()
  const body = new ReadableStream({
    pull(stream) {
      const { value, done } = left.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return fetch(api.url + path, init as RequestInit)
}

describe('201', () => {
  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;x=y'])(
    'takes the content type %s',
    async (type) => {
      const body = JSON.stringify({ email: newEmail(), password })
      expect((await send(body, { 'Content-Type': type })).status).toBe(201)
    },
  )

  it('takes JSON that comes in pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ email: newEmail(), password, note: 'ü' }))
    expect((await sendPieces([...bytes].map((byte) => Uint8Array.of(byte)))).status).toBe(201)
  })
})

describe('413', () => {
  const tenMegabytes = 'x'.repeat(10 * 1024 * 1024)
  const body = JSON.stringify({ email: 'a@b.co', password: tenMegabytes })

  it('is the answer to 10 MB, and the connection goes on', async () => {
    for (let i = 0; i < 3; i += 1)
      expect(refusal(await send(body))).toEqual([413, ['body body_too_large']])
    expect((await api.get('/v1/events')).status).toBe(200)
  })

  it('is the answer to 10 MB of unknown length', async () => {
    const piece = new Uint8Array(65_536).fill(0x20)
    expect((await sendPieces(Array<Uint8Array>(160).fill(piece))).status).toBe(413)
  })

  // some clients read the response only then, for example Python's
  it.each([
    ['with its length', `Content-Length: ${body.length}`, body],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('reaches a client that first sends everything, %s', async (_name, header, bytes) => {
    const socket = dial()
    socket.pause()
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${header}\r\n\r\n`
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.write(head)
      socket.write(bytes, () => resolve())
    })
    const answer = await new Promise<string>((resolve) => {
      socket.on('data', (chunk) => resolve(chunk.toString()))
      socket.resume()
    })
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).not.toMatch(/^Connection: close/m)
  })

  it('is not waited for when much more is announced', async () => {
    const socket = dial()
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`,
    )
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/^Connection: close/m)
  })

  it('begins after 16 KiB', async () => {
    const json = JSON.stringify({ email: 'nonsense', password, filler: '' })
    const filled = (bytes: number): string =>
      json.replace('""', `"${'x'.repeat(bytes - json.length)}"`)
    expect((await send(filled(16 * 1024))).status).toBe(422)
    expect((await send(filled(16 * 1024 + 1))).status).toBe(413)
  })
})

describe('415', () => {
  const body = JSON.stringify({ email: 'a@b.co', password })
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/vnd.api+json',
    'text/json',
    'json',
    '',
  ])('refuses the content type %s', async (type) => {
    expect(refusal(await send(body, { 'Content-Type': type }))).toEqual([
      415,
      ['body unsupported_media_type'],
    ])
  })

  it.each(['gzip', 'br', 'deflate', 'nonsense'])(
    'refuses the content encoding %s',
    async (encoding) => {
      expect(refusal(await send(body, { 'Content-Encoding': encoding }))).toEqual([
        415,
        ['body unsupported_content_encoding'],
      ])
    },
  )

  it('refuses a request without a body', async () => {
    expect(refusal(await ask(api, path, { method: 'POST' }))).toEqual([
      415,
      ['body unsupported_media_type'],
    ])
  })
})

describe('422', () => {
  const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values)

  it.each([
    ['empty', ''],
    ['text', 'hello'],
    ['cut off', '{"email":"a@b.co"'],
    ['two values', '{}{}'],
    ['single quotes', "{'email':'a@b.co'}"],
    ['a comma at the end', '{"email":"a@b.co",}'],
    ['NaN', '{"email":NaN}'],
    ['a NUL behind', '{}\0'],
    ['bytes that are not UTF-8', bytes(0x22, 0xff, 0xfe, 0x22)],
    ['Latin-1', bytes(0x22, 0xfc, 0x22)],
    ['UTF-8 that is too long', bytes(0x22, 0xc0, 0xaf, 0x22)],
    ['half of a surrogate pair in UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('says that a body is not JSON: %s', async (_name, body) => {
    expect(refusal(await send(body))).toEqual([422, ['body json_invalid']])
  })

  it('says that a body is nested too deep, in whatever field', async () => {
    const deep = `{"email":"a@b.co","note":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
    const answer = await send(deep)
    expect(refusal(answer)).toEqual([422, ['body json_invalid']])
    expect(JSON.stringify(answer.body)).toContain('more than 32 levels')
  })

  it.each([['[]'], ['[{"email":"a@b.co"}]'], ['null'], ['1'], ['true'], ['"text"']])(
    'says that a body is no object: %s',
    async (body) => {
      expect(refusal(await send(body))).toEqual([422, ['body model_attributes_type']])
    },
  )

  it('survives bodies that end before their end', async () => {
    for (const half of [true, false]) {
      const socket = dial()
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      const closed = new Promise((resolve) => socket.on('close', resolve))
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100`
      await new Promise<void>((resolve) =>
        socket.write(`${head}\r\n\r\n{"email":`, () => resolve()),
      )
      if (half) socket.end()
      else socket.destroy()
      await closed
      if (half) expect(text).toMatch(/^HTTP\/1\.1 (400|422) /)
    }
    expect((await api.get('/v1/events')).status).toBe(200)
    expect(api.observed.failures).toEqual([])
  })
})
