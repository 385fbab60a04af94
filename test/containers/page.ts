// docs/deploying.md as a list of shell blocks, each under its heading.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/source-files.ts'

export interface Block {
  readonly heading: string
  readonly script: string
}

export function readBlocks(): Block[] {
  const text = readFileSync(join(root, 'docs/deploying.md'), 'utf8')
  return text.split(/^## /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? ''
    return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = '']) => ({
      heading,
      script,
    }))
  })
}

/** Hands out the blocks in the order of the page, so that a test that skips one fails. */
export function createReader(): {
  /** The next block; it has to be under this heading. */
  next(heading: string): string
  readonly left: () => number
} {
  const blocks = readBlocks()
  return {
    next(heading) {
      const block = blocks.shift()
      if (block?.heading !== heading)
        throw new Error(`the next block is under "${block?.heading}", not under "${heading}"`)
      return block.script
    },
    left: () => blocks.length,
  }
}
