// Options with which the processes of a service take less memory that they do not use, and disturb each other less.
// docs/decisions/074-memory-of-processes.md
import { extname } from 'node:path'

/**
 * Environment variables of glibc, which other C libraries ignore: blocks of at least 16 KiB are mapped one by one, so
 * each returns to the system when it is freed, and threads share two heaps instead of having one each.
 */
export const mallocVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/**
 * Environment variable of the jemalloc in chDB: a background thread returns memory to the system half a
 * second after it was freed. By default it is returned after five seconds, and only by threads that use memory.
 */
export const jemallocVariables = {
  JE_MALLOC_CONF: 'background_thread:true,dirty_decay_ms:500',
} as const

/**
 * Option of Node: V8 collects garbage when the heap has grown by this percentage since the last collection. By default
 * it can grow to four times its size.
 */
export const heapGrowth = (percent: number): string => `--heap-growing-percent=${percent}`

/** Option of Node: V8 has one thread for background work, such as collecting garbage, instead of four. */
export const oneBackgroundThread = '--v8-pool-size=1'

/**
 * Option of Node: the size of a semi-space, in MiB. V8 keeps up to three of them for objects that were created a moment
 * ago. In small ones, a collection of garbage is shorter, but there are more of them. V8's default is 16.
 */
export const semiSpace = (mib: number): string => `--max-semi-space-size=${mib}`

/**
 * Option of Node: `afterMs` after its start, V8 begins to return the unused space between the objects of its heap. By
 * default, a heap whose objects change all the time keeps about half as much unused space as it has objects.
 */
export function compactHeap(afterMs: number): string {
  const file = `./compact-heap${extname(import.meta.url)}?afterMs=${afterMs}`
  return `--import=${new URL(file, import.meta.url).href}`
}
