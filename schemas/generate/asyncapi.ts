// Generates docs/asyncapi.json: the public topics with their Avro schemas, in AsyncAPI 3.0.
import { topics, type Topic } from '../../services/topology.ts'
import { defaultTopicPrefix, topicsOfAudience, writersOf, type Schemas } from './subscribing.ts'
import { topicTexts } from './topic-texts.ts'

const bindingVersion = '0.5.0'
const avroMediaType = 'application/vnd.apache.avro+json;version=1.9.0'

export function toAsyncApi(schemas: Schemas, version: string): object {
  const names = topicsOfAudience('public')
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'oddslog topics',
      version,
      description:
        'Data of two prediction-market platforms in one model; each fact is appended once. Read committed records only (isolation.level=read_committed). See docs/subscribing.md for details.',
    },
    defaultContentType: 'application/vnd.apache.avro',
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        variables: {
          brokers: { default: 'localhost:9092', description: 'The brokers of LOG_URL.' },
        },
        bindings: { kafka: { schemaRegistryVendor: 'confluent', bindingVersion } },
      },
    },
    channels: Object.fromEntries(names.map((topic) => [topic, toChannel(topic)])),
    operations: Object.fromEntries(
      names.map((topic) => [
        `append ${topic}`,
        {
          action: 'send',
          channel: toReference('channels', topic),
          summary: `Done by: ${writersOf(topic)}.`,
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        names.map((topic) => [topic, toMessage(topic, schemas[topic] ?? {})]),
      ),
    },
  }
}

function toChannel(topic: Topic): object {
  const { partitions, cleanup, retentionMs, meaning } = topics[topic]
  return {
    address: defaultTopicPrefix + topic,
    description: [meaning, ...topicTexts[topic].notes].join('\n\n'),
    messages: { [topic]: toReference('components/messages', topic) },
    bindings: {
      kafka: {
        topic: defaultTopicPrefix + topic,
        partitions,
        topicConfiguration: {
          'cleanup.policy': [cleanup],
          'retention.ms': retentionMs === Infinity ? -1 : retentionMs,
        },
        bindingVersion,
      },
    },
  }
}

function toMessage(topic: Topic, schema: object): object {
  return {
    contentType: 'application/vnd.apache.avro',
    payload: { schemaFormat: avroMediaType, schema },
    bindings: {
      kafka: {
        key: { type: 'string', description: topics[topic].key },
        schemaIdLocation: 'payload',
        schemaIdPayloadEncoding: '4',
        schemaLookupStrategy: 'TopicNameStrategy',
        bindingVersion,
      },
    },
  }
}

function toReference(componentSection: string, name: string): { readonly $ref: string } {
  return { $ref: `#/${componentSection}/${name}` }
}
