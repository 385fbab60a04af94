// Schemas that other processes registered, fetched when a record names one for the first time. That
// an id does not exist is believed only of a registry that still knows our own schemas: one that was
// emptied, or a proxy before it, must not turn good records into dead letters.
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { AvroType } from '../avro-type.ts'
import { readSchemaId } from '../framed-avro.ts'
import { CodecError } from '../port.ts'
import type { RegistryClient } from './client.ts'
import { RegistryFailure } from './failure.ts'

export interface LearnedSchemas {
  /** Ids that are not known yet. */
  unknownIn(records: readonly { readonly value: Buffer }[]): readonly number[]
  /** Asks once for each. Rejects with a RegistryFailure when the registry cannot tell. */
  ask(ids: readonly number[], signal?: AbortSignal): Promise<void>
  /** Throws CodecError when there is no such schema. */
  get(id: number): AvroType
}

/** A registry of several nodes may learn of a new id a moment later on one than on the other. */
const secondAskAfterMs = 500
const requestsAtOnce = 8
/** Registries count from 1, in 31 bits. */
const highestId = 2 ** 31 - 1
/** Ids that were asked for in vain: more than there are records in the batches under way. */
const mostMissing = 100_000

export function createLearnedSchemas(
  client: RegistryClient,
  ownSubject: string,
  ownIds: readonly number[],
): LearnedSchemas {
  const own = new Set(ownIds)
  const learned = new Map<number, AvroType>()
  const missing = new Set<number>()

  function noteMissing(id: number): void {
    missing.add(id)
    if (missing.size <= mostMissing) return
    for (const oldest of missing) {
      missing.delete(oldest)
      return
    }
  }

  /** Those that were not there. */
  async function fetchEach(ids: readonly number[]): Promise<readonly number[]> {
    const limit = pLimit(requestsAtOnce)
    const absent: number[] = []
    await limit.map(ids, async (id) => {
      const type = await client.schema(id)
      if (type) learned.set(id, type)
      else absent.push(id)
    })
    return absent
  }

  return {
    unknownIn(records) {
      const unknown = new Set<number>()
      let last: number | null = null
      for (const { value } of records) {
        const id = readSchemaId(value)
        // as a rule all have one
        if (id === last || id === null) continue
        last = id
        if (!own.has(id) && !learned.has(id) && !missing.has(id)) unknown.add(id)
      }
      return [...unknown]
    },

    async ask(ids, signal) {
      const isPossible = (id: number): boolean => id > 0 && id <= highestId
      for (const id of ids) if (!isPossible(id)) noteMissing(id)
      let absent = await fetchEach(ids.filter(isPossible))
      if (absent.length === 0) return
      await sleep(secondAskAfterMs, undefined, { ...(signal && { signal }) })
      absent = await fetchEach(absent)
      if (absent.length === 0) return
      if (!(await client.hasSubject(ownSubject)))
        throw new RegistryFailure(
          `the schema registry at ${client.address} no longer has ${ownSubject}: it has lost its schemas; restore them (records name them by id, so new ones do not do)`,
          { retriable: true, status: null },
        )
      for (const id of absent) noteMissing(id)
    },

    get(id) {
      const type = learned.get(id)
      if (type) return type
      if (missing.has(id)) throw new CodecError(`the schema registry has no Avro schema ${id}`)
      throw new Error(`schema ${id} was not asked for before a record of it was decoded`)
    },
  }
}
