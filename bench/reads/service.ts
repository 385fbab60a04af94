// A service that is started over the data of ../reads.ts, with an upstream that does not respond.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtMainPath } from '../../tools/built-program.ts'
import { signUp } from '../../tools/sign-up.ts'
import { startProgram, type ChildProgram } from '../child-program.ts'
import { cpuSOf } from '../machine.ts'

export interface Started {
  readonly service: ChildProgram
  readonly url: string
  readonly apiKey: string
  /** From the command to the first response. */
  readonly tookMs: number
}

export interface StartOptions {
  readonly directory: string
  /** Of the checkout whose compiled service is started; this one if omitted. */
  readonly root?: string
  /** All roles if omitted. */
  readonly roles?: readonly string[]
}

function startService({ directory, root, roles = [] }: StartOptions): ChildProgram {
  const variables = {
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    PLATFORMS: 'platform_b',
    PLATFORM_B_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  }
  const mainPath = root === undefined ? builtMainPath : join(root, 'dist/services/main.js')
  return startProgram(mainPath, variables, roles)
}

/** Signs up, so that it works with a directory that has accounts, too. */
export async function makeApiKey(options: StartOptions): Promise<string> {
  const service = startService(options)
  const [, url = ''] = await service.line(apiLine)
  const apiKey = await signUp(url)
  await service.kill()
  return apiKey
}

const apiLine = /The api is at ([^\s,]+)/

/** Resolves at the first response. */
export async function startTimed(options: StartOptions, apiKey: string): Promise<Started> {
  const startedMs = performance.now()
  const service = startService(options)
  const [, url = ''] = await service.line(apiLine)
  const answer = await fetch(`${url}/v1/markets?limit=1`, { headers: { 'X-API-Key': apiKey } })
  if (answer.status !== 200) throw new Error(`the first answer has status ${answer.status}`)
  await answer.arrayBuffer()
  return { service, url, apiKey, tookMs: performance.now() - startedMs }
}

/** After its first start over generated data, the service writes some of the tables once more. */
export async function untilIdle({ service }: Started): Promise<void> {
  const idleCpuS = 0.2
  for (;;) {
    const startedS = cpuSOf(service.pid)
    await sleep(2_000)
    if (cpuSOf(service.pid) - startedS < idleCpuS) return
  }
}
