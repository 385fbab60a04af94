import { expect, it } from '@jest/globals'
import { parseArguments, seedOfRound } from './arguments.ts'

it.each([
  [[], { form: 'distributed', seed: 'new', minutes: 1.5, rounds: 1, from: null }],
  [['--seed', 'x'], { form: 'distributed', seed: 'x', minutes: 1.5, rounds: 1, from: null }],
  [
    ['--minutes', '0.5', '--rounds', '20'],
    { form: 'distributed', seed: 'new', minutes: 0.5, rounds: 20, from: null },
  ],
  [['--form', 'streams'], { form: 'streams', seed: 'new', minutes: 1.5, rounds: 1, from: null }],
  [['--form', 'embedded'], { form: 'embedded', seed: 'new', minutes: 1.5, rounds: 1, from: null }],
  [
    ['--from', '../old'],
    { form: 'distributed', seed: 'new', minutes: 1.5, rounds: 1, from: '../old' },
  ],
  [['--form', 'embedded', '--from', '../old'], null],
  [['--form', 'both'], null],
  [['--minutes', 'ten'], null],
  [['--minutes', '-1'], null],
  [['--rounds', '1.5'], null],
  [['--rounds'], null],
  [['--help'], null],
] as const)('%j', (args, parsed) => {
  expect(parseArguments(args, 'new')).toEqual(parsed)
})

it('every round has a seed that gives it again, as the first of a run', () => {
  const seeds = [0, 1, 2].map((round) => seedOfRound('x', round))
  expect(seeds).toEqual(['x', 'x-2', 'x-3'])
})
