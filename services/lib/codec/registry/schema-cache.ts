// Schemas of other processes, each loaded when a record uses its id for the first time. A registry's response
// that an id does not exist is accepted only if the registry still has our own schemas: a registry that
// lost its data, or a proxy in front of it, must not turn valid records into dead letters.
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { AvroType } from '../avro-type.ts'
import { readSchemaId } from '../framed-avro.ts'
import { CodecError } from '../port.ts'
import type { RegistryClient } from './client.ts'
import { RegistryFailure } from './failure.ts'

export interface SchemaCache {
  /** Returns the schema ids of these records that must be loaded before the records can be decoded. */
  idsToLoad(records: readonly { readonly value: Buffer }[]): readonly number[]
  /** Loads the schemas, without retries. Rejects with a RegistryFailure if the registry fails. */
  load(ids: readonly number[], signal?: AbortSignal): Promise<void>
  /** Returns a loaded schema. Throws CodecError if the registry has no such schema. */
  get(id: number): AvroType
}

/**
 * Pause before a missing id is requested a second time: the nodes of a registry can learn of a new id at
 * slightly different times.
 */
const secondRequestAfterMs = 500
const maxConcurrentRequests = 8
/** The largest id: ids of registries are positive 32-bit integers. */
const highestId = 2 ** 31 - 1
/** How many missing ids are remembered: more than there are records in all batches that are processed at the same time. */
const maxMissing = 100_000

export function createSchemaCache(
  client: RegistryClient,
  ownSubject: string,
  ownIds: readonly number[],
): SchemaCache {
  const own = new Set(ownIds)
  const loaded = new Map<number, AvroType>()
  const missing = new Set<number>()

  function rememberMissingId(id: number): void {
    missing.add(id)
    const [oldest = id] = missing.values()
    if (missing.size > maxMissing) missing.delete(oldest)
  }

  /** Requests the schemas of the ids, and returns the ids that the registry does not have. */
  async function fetchSchemas(ids: readonly number[]): Promise<readonly number[]> {
    const limit = pLimit(maxConcurrentRequests)
    const absent: number[] = []
    await limit.map(ids, async (id) => {
      const type = await client.schema(id)
      if (type) loaded.set(id, type)
      else absent.push(id)
    })
    return absent
  }

  return {
    idsToLoad(records) {
      const unknown = new Set<number>()
      let last: number | null = null
      for (const { value } of records) {
        const id = readSchemaId(value)
        // usually all records of a batch have the same id
        if (id === last || id === null) continue
        last = id
        if (!own.has(id) && !loaded.has(id) && !missing.has(id)) unknown.add(id)
      }
      return [...unknown]
    },

    async load(ids, signal) {
      const isPossibleSchemaId = (id: number): boolean => id > 0 && id <= highestId
      for (const id of ids) if (!isPossibleSchemaId(id)) rememberMissingId(id)
      let absent = await fetchSchemas(ids.filter(isPossibleSchemaId))
      if (absent.length === 0) return
      await sleep(secondRequestAfterMs, undefined, { ...(signal && { signal }) })
      absent = await fetchSchemas(absent)
      if (absent.length === 0) return
      if (!(await client.hasSubject(ownSubject)))
        throw new RegistryFailure(
          `the schema registry at ${client.address} no longer has ${ownSubject}: it has lost its schemas; restore them with the same ids (records refer to schemas by id)`,
          { retriable: true, status: null },
        )
      for (const id of absent) rememberMissingId(id)
    },

    get(id) {
      const type = loaded.get(id)
      if (type) return type
      if (missing.has(id)) throw new CodecError(`the schema registry has no Avro schema ${id}`)
      throw new Error(`schema ${id} was not loaded before a record with it was decoded`)
    },
  }
}
