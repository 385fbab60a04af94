// The receiver in docs/webhooks.md.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from '@jest/globals'
import { signMessage, webhookSecretOf } from '../../services/lib/run/webhook-signing.ts'
import { createSend } from '../../services/webhooks/send.ts'
import { root } from '../support/source-files.ts'
import { until } from '../support/waiting.ts'

const path = join(root, 'docs/webhooks/receiver.mjs')
const secret = webhookSecretOf('the secret of the service', 'wh_1')
let child: ChildProcess | null = null
afterEach(() => void child?.kill())

it('is the program that this test runs', async () => {
  const page = await readFile(join(root, 'docs/webhooks.md'), 'utf8')
  expect(page).toContain(`\`\`\`js\n${await readFile(path, 'utf8')}\`\`\``)
})

it('prints each message once, and refuses what the service has not signed', async () => {
  let output = ''
  child = spawn(process.execPath, [path], { env: { SECRET: secret, PORT: '0' } })
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const port = await until(() => /at port (\d+)/.exec(output)?.[1])
  const send = createSend({ allowPrivate: true, now: Date.now })
  const body = '{"type":"webhook.test","data":{"n":1}}'
  const post = (key: string) =>
    send(
      {
        url: `http://127.0.0.1:${port}/`,
        headers: signMessage(key, { id: 'msg_1', sentAtMs: Date.now(), body }),
        body,
      },
      new AbortController().signal,
    )
  expect(await post(secret)).toEqual({ kind: 'delivered' })
  expect(await post(secret)).toEqual({ kind: 'delivered' })
  expect(await post(webhookSecretOf('x', 'wh_1'))).toMatchObject({ reason: 'HTTP 400' })
  await until(() => output.includes('webhook.test'))
  expect(output.match(/webhook\.test {"n":1}/g)).toHaveLength(1)
})
