// Kafka's own consumer benchmark, kafka-consumer-perf-test: runs its class with the jars of the test
// servers and the one additional jar that contains it, which Maven downloads once.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installServers } from '../../tools/servers/install.ts'

const folder = fileURLToPath(new URL('../../.cache/kafka-tools', import.meta.url))
const version = '4.1.1'
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
const tool = 'org.apache.kafka.tools.ConsumerPerformance'
const limitMs = 300_000

export interface ConsumerPerformance {
  /** Reads that many records from the oldest on; resolves with the records per second that it reports. */
  measure(topic: string, records: number, group: string): Promise<number>
}

/** `directory`: for its configuration file. */
export async function openConsumerPerformance(
  kafka: string,
  directory: string,
): Promise<ConsumerPerformance> {
  const { kafkaClassPath } = await installServers()
  const jar = join(folder, `kafka-tools-${version}.jar`)
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.apache.kafka:kafka-tools:${version}`
    const limits = ['-Dmaven.wagon.rto=60000', '-Dmaven.wagon.http.retryHandler.count=3']
    const to = `-DoutputDirectory=${folder}`
    await promisify(execFile)('mvn', ['-q', '-B', ...limits, copy, artifact, to], {
      timeout: limitMs,
    })
  }
  const settings = join(directory, 'consumer.properties')
  await writeFile(settings, 'isolation.level=read_committed\n')
  return {
    async measure(topic, records, group) {
      const which = ['--bootstrap-server', kafka, '--topic', topic, '--group', group]
      const how = ['--messages', String(records), '--consumer.config', settings, '--hide-header']
      const { stdout } = await promisify(execFile)(
        'java',
        ['-Xmx256m', '-cp', `${kafkaClassPath}:${jar}`, tool, ...which, ...how],
        { timeout: limitMs },
      )
      // start, end, MB, MB/s, records, records/s, and the time to join the group
      const cells = stdout.trim().split('\n').at(-1)?.split(',').map(Number) ?? []
      const [count, perS] = cells.slice(4, 6)
      if (count === undefined || perS === undefined || count < records)
        throw new Error(`the consumer's performance is not told: ${stdout}`)
      return perS
    },
  }
}
