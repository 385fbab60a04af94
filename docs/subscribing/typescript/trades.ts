// Prints all trades in the topic, and then each new trade.
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import { Kafka, logLevel } from 'kafkajs'
import './read-committed.ts'

const { BROKERS = '', REGISTRY = '', TOPIC = 'pm.trades', GROUP = 'example' } = process.env
const registry = new SchemaRegistry({ host: REGISTRY })
const kafka = new Kafka({ brokers: BROKERS.split(','), logLevel: logLevel.WARN })
const consumer = kafka.consumer({ groupId: GROUP })
consumer.on('consumer.crash', ({ payload }) => {
  if (!payload.restart) process.exit(1) // otherwise the process would stay idle without a message
})
await consumer.connect()
await consumer.subscribe({ topic: TOPIC, fromBeginning: true })
await consumer.run({
  async eachMessage({ message }) {
    const { trade } = await registry.decode(message.value ?? Buffer.alloc(0))
    if (trade) console.log(trade.market_id, trade.price, trade.size, trade.side)
  },
})
