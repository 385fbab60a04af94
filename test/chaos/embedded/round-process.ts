// Plays one round in a process of its own, where lost rejections are handled as in the product: inside Jest,
// every unhandled rejection fails the test. Started with fork; the first message has the options, and the answer is the
// round.
import { once } from 'node:events'
import pino from 'pino'
import { handleLostRejections } from '../../../services/lib/log/lmdb/lost-rejections.ts'
import { playEmbeddedRound, type EmbeddedOptions } from './round.ts'

handleLostRejections(process, pino({}, process.stderr))
const [options] = (await once(process, 'message')) as [Omit<EmbeddedOptions, 'print'>]
const round = await playEmbeddedRound({
  ...options,
  print: (line) => void process.stdout.write(`${line}\n`),
})
process.send?.(round, () => process.exit())
