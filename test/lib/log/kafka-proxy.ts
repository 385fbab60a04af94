// A proxy in front of a broker: cuts the connection at a request of a given kind, before or after the broker
// has processed it; stops responding; or changes requests. Used to simulate outages at the worst moment.
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { freePorts } from '../../../tools/servers/free-ports.ts'
import { startKafkaCluster } from '../../../tools/servers/kafka-cluster.ts'

/** By Kafka's number of the request. */
export const requests = { produce: 0, addOffsetsToTransaction: 25, endTransaction: 26, commit: 28 }

export type Cut = 'before' | 'after'

export interface CutKafka {
  readonly brokers: readonly string[]
  /** The next requests of that kind, as many as that, lose their connection. */
  cut(apiKey: number, when: Cut, times: number): void
  /** How much of that is still to come. */
  left(): number
  /** The next transactional positions of that group are sent with another group's name. */
  losePositions(group: string): void
  /** Nothing goes through, and nothing is closed. */
  silence(isSilent: boolean): void
  stop(): Promise<void>
}

export async function startCutKafka(): Promise<CutKafka> {
  let next: { readonly apiKey: number; readonly when: Cut; times: number } | null = null
  let lost: string | null = null
  let isSilent = false
  let target = 0
  const sockets = new Set<Socket>()

  const proxy = createServer((client) => {
    const broker = createConnection(target, '127.0.0.1')
    let isDoomed = false
    const end = (): void => {
      client.destroy()
      broker.destroy()
      sockets.delete(client)
    }
    sockets.add(client)
    for (const socket of [client, broker]) socket.on('error', end).on('close', end)
    client.on('data', (data) => {
      if (isSilent) return
      for (const apiKey of apiKeysIn(data)) {
        if (apiKey === requests.commit && lost !== null) {
          data.write(misspelt(lost), data.lastIndexOf(lost))
          lost = null
        }
        if (next?.apiKey !== apiKey || next.times === 0) continue
        next.times -= 1
        if (next.when === 'before') return end()
        isDoomed = true
      }
      broker.write(data)
    })
    broker.on('data', (data) => {
      if (isDoomed) end()
      else if (!isSilent) client.write(data)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo

  const cluster = await startKafkaCluster({
    brokers: 1,
    prepare: async (_folder, [ports]) => {
      const [own = 0] = await freePorts(1)
      target = own
      return {
        formatArguments: [],
        properties: {
          listeners: `PLAINTEXT://127.0.0.1:${ports?.client},CUT://127.0.0.1:${own},CONTROLLER://127.0.0.1:${ports?.controller}`,
          'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports?.client},CUT://127.0.0.1:${port}`,
          'listener.security.protocol.map':
            'PLAINTEXT:PLAINTEXT,CUT:PLAINTEXT,CONTROLLER:PLAINTEXT',
          'offsets.topic.num.partitions': '1', // positions of any group belong to any transaction
        },
      }
    },
  })
  return {
    brokers: [`127.0.0.1:${port}`],
    cut(apiKey, when, times) {
      next = { apiKey, when, times }
    },
    losePositions: (group) => void (lost = group),
    left: () => (lost === null ? 0 : 1) + (next?.times ?? 0),
    silence(silent) {
      // what was swallowed never comes: a connection of before is of no use
      if (isSilent && !silent) for (const socket of sockets) socket.destroy()
      isSilent = silent
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await cluster.stop()
    },
  }
}

const misspelt = (name: string): string => `${name.slice(0, -1)}-`

/** A small request comes in one piece; of a large one the later pieces are not looked into. */
function* apiKeysIn(data: Buffer): Generator<number> {
  for (let at = 0; at + 6 <= data.length;) {
    const length = data.readInt32BE(at)
    const apiKey = data.readInt16BE(at + 4)
    if (length < 8 || apiKey < 0 || apiKey > 100) return
    yield apiKey
    at += 4 + length
  }
}
