// The contract of the codec, on a real schema registry.
import { randomUUID } from 'node:crypto'
import { openRegistryCodec } from '../../../services/lib/codec/registry.ts'
import { describeCodec } from '../../contracts/codec.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { register, silent } from './registry-requests.ts'

await describeWithServers(['registry'], 'the codec on a schema registry', ({ registry }) => {
  describeCodec('schema registry', async () => {
    const topicPrefix = `${randomUUID()}.`
    return {
      open: (schemas) =>
        openRegistryCodec({
          url: registry.url,
          topicPrefix,
          logger: silent,
          ...(schemas && { schemas }),
        }),
      bringIn: (topic, schema) =>
        register(registry.url, `${topicPrefix}${topic}.elsewhere`, schema),
      dispose: async () => undefined,
    }
  })
})
