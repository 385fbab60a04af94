// Parses infra/Dockerfile into stages of instructions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/source-files.ts'

export interface Instruction {
  readonly word: string
  readonly rest: string
}

/** Each begins with its FROM. */
export function readStages(): Instruction[][] {
  const text = readFileSync(join(root, 'infra/Dockerfile'), 'utf8')
  const stages: Instruction[][] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') stages.push([])
    if (word !== '') stages.at(-1)?.push({ word, rest })
  }
  return stages
}

export const outputOf = (stage: readonly Instruction[], word: string): string[] =>
  stage.filter((instruction) => instruction.word === word).map(({ rest }) => rest)

/** Sources and target of every COPY from the build context. */
export function copiedBy(stage: readonly Instruction[]): { from: string[]; to: string }[] {
  return outputOf(stage, 'COPY')
    .filter((rest) => !rest.startsWith('--from='))
    .map((rest) => {
      const paths = rest.split(/\s+/)
      return { from: paths.slice(0, -1), to: paths.at(-1) ?? '' }
    })
}

/** The packages that the image leaves out. */
export function removedPackages(stage: readonly Instruction[]): string[] {
  const removals = outputOf(stage, 'RUN').filter((command) => command.startsWith('rm -rf '))
  return removals.flatMap((command) => command.match(/(?<=node_modules\/)\S+/g) ?? [])
}
