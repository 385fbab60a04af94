// Log and tables of the distributed form for a benchmark that runs the service in its own process.
import { randomBytes } from 'node:crypto'
import { openMigratedStore, topicPrefix } from '../pipeline.ts'
import type { ServingData } from '../serving-trades.ts'
import { openFlow } from './flow.ts'
import { startServers } from './servers.ts'

/** `directory`: for the files of the service. */
export async function startServingServers(
  directory: string,
): Promise<ServingData & { stop(): Promise<void> }> {
  const servers = await startServers()
  const { logUrl, registryUrl, storePid } = servers
  const storeUrl = servers.storeUrl('oddslog')
  return {
    variables: {
      DATA_DIR: directory,
      LOG_URL: logUrl,
      STORE_URL: storeUrl,
      JWT_SECRET: randomBytes(48).toString('hex'),
      WEBHOOK_SECRET: randomBytes(48).toString('hex'),
    },
    storePid,
    async open() {
      const flow = await openFlow({ logUrl, registryUrl, topicPrefix, partitions: null })
      const store = await openMigratedStore(storeUrl)
      return {
        ...flow,
        directory,
        store,
        async close() {
          await flow.close()
          await store.close()
        },
      }
    },
    stop: () => servers.stop(),
  }
}
