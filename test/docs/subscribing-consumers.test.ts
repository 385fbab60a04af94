// The consumers that docs/subscribing.md shows, each as a process of its own beside a real broker and
// registry: they print what was committed, all of it, to the digit, and nothing that was aborted.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Kafka, logLevel } from 'kafkajs'
import { installJava, installPython, type InstallResult } from '../../tools/consumers/install.ts'
import { sleep } from '../support/waiting.ts'
import { describeWhere, findMissing } from '../support/describe-where.ts'
import { describeWithServers } from '../support/servers/describe-with-servers.ts'
import { startGuarded, type GuardedProcess } from '../../tools/servers/guarded-process.ts'
import { root } from '../support/source-files.ts'
import { fillTradesTopic, type TradesTopic } from './subscribing-trades.ts'

const [python, java] = await Promise.all([installPython(), installJava()])
const examples = join(root, 'docs/subscribing')

await describeWithServers(['kafka', 'registry'], 'a consumer in', ({ kafka, registry }) => {
  const brokers = kafka.brokers.join()
  const running: GuardedProcess[] = []
  let folder: string
  let trades: TradesTopic

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oddslog-consumers-'))
    trades = await fillTradesTopic(kafka.brokers, registry.url)
  })

  afterAll(async () => {
    await Promise.all(running.map((process) => process.kill()))
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  /** The lines it has printed when it has printed all of these. */
  async function linesOf(
    command: readonly string[],
    wanted: readonly string[],
    registryUrl = registry.url,
  ): Promise<readonly string[]> {
    const name = randomUUID()
    const [logPath, complaints] = [join(folder, name), join(folder, `${name}.stderr`)]
    const own = { BROKERS: brokers, REGISTRY: registryUrl, TOPIC: trades.topic, GROUP: name }
    const child = await startGuarded({
      command: ['sh', '-c', 'exec "$@" 2>"$0"', complaints, ...command],
      logPath,
      folder,
      env: { ...process.env, ...own },
    })
    running.push(child)
    for (;;) {
      const hasEnded = child.hasEnded()
      const lines = (await child.output().catch(() => '')).split('\n').slice(0, -1)
      if (wanted.every((line) => lines.includes(line)) || (hasEnded && lines.length > 0)) {
        await child.kill()
        return lines
      }
      if (hasEnded) throw new Error(`it ended: ${await readFile(complaints, 'utf8')}`)
      await sleep(50)
    }
  }

  it('its tests sees aborted trades unless it leaves them out', async () => {
    const client = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING })
    const consumer = client.consumer({ groupId: randomUUID(), readUncommitted: true })
    const keys: (string | undefined)[] = []
    await consumer.connect()
    await consumer.subscribe({ topic: trades.topic, fromBeginning: true })
    await consumer.run({
      eachMessage: async ({ message }) => void keys.push(message.key?.toString()),
    })
    while (keys.length < trades.keys.length + trades.aborted) await sleep(50)
    await consumer.disconnect()
    expect(keys.length).toBe(trades.keys.length + trades.aborted)
  })

  it('TypeScript prints what was committed', async () => {
    const command = ['node', '--import', 'tsx', join(examples, 'typescript/trades.ts')]
    const lines = await linesOf(command, trades.lines)
    expect(lines.toSorted()).toEqual(trades.lines.toSorted())
  })

  // what makes read-committed.ts necessary
  it('TypeScript would print what was aborted, with kafkajs alone', async () => {
    const text = await readFile(join(examples, 'typescript/trades.ts'), 'utf8')
    const path = join(root, `.cache/trades-${randomUUID()}.ts`)
    await writeFile(path, text.replace("import './read-committed.ts'\n", ''))
    try {
      const lines = await linesOf(['node', '--import', 'tsx', path], trades.lines)
      expect(lines.filter((line) => line.includes(' 666 ')).length).toBeGreaterThan(0)
    } finally {
      await rm(path)
    }
  })

  describeInstalled(python, 'Python', (program) => {
    it('prints what was committed', async () => {
      const lines = await linesOf([program, join(examples, 'python/trades.py')], trades.lines)
      expect(lines.toSorted()).toEqual(trades.lines.toSorted())
    })
  })

  describeInstalled(java, 'Java', (classPath) => {
    it('prints what was committed', async () => {
      const idle = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'
      const command = [
        'java',
        '-Xmx128m',
        idle,
        '-cp',
        classPath,
        join(examples, 'java/Trades.java'),
      ]
      const apicurio = registry.url.replace('/apis/ccompat/v7', '/apis/registry/v2')
      const lines = await linesOf(command, trades.lines, apicurio)
      expect(lines.toSorted()).toEqual(trades.lines.toSorted())
    })
  })

  describeWhere(findMissing(['kcat']), 'kcat', () => {
    it('prints the keys of what was committed', async () => {
      const what = ['-t', trades.topic, '-o', 'beginning', '-e', '-q', '-f', '%k\\n']
      const lines = await linesOf(['kcat', '-b', brokers, '-C', ...what], trades.keys)
      expect(lines.toSorted()).toEqual(trades.keys.toSorted())
    })
  })
})

function describeInstalled(what: InstallResult, name: string, body: (path: string) => void): void {
  describeWhere('missing' in what ? what.missing : null, name, () => {
    if ('installedPath' in what) body(what.installedPath)
  })
}
