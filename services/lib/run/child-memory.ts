// What makes a child process return memory that it no longer uses to the system. Without it, the processes of a service
// together take 600 MiB more (docs/benchmarks.md, Memory that is not used).

/**
 * Environment variables of glibc, which other C libraries ignore: large blocks are mapped one by one, so each returns to
 * the system when it is freed, and threads share two heaps instead of having one each.
 */
export const mallocVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/**
 * Option of Node: V8 collects garbage when the heap has grown by this percentage since the last collection. By default
 * it can grow to four times its size.
 */
export const heapGrowth = (percent: number): string => `--heap-growing-percent=${percent}`
