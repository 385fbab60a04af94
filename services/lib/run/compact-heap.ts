// Loaded before the program of a process that has the option compactHeap (child-memory.ts). From some time on, V8 moves
// the objects of pages with much unused space together at each collection of all garbage, and returns the pages. As an
// option at the start, `--optimize-for-size` would also set the semi-spaces to 1 MiB.
// docs/decisions/074-memory-of-processes.md
import { setFlagsFromString } from 'node:v8'

const afterMs = Number(new URL(import.meta.url).searchParams.get('afterMs'))
setTimeout(() => setFlagsFromString('--optimize-for-size'), afterMs).unref()
