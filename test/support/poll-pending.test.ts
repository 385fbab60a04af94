import { expect, it } from '@jest/globals'
import { pollPending } from './poll-pending.ts'

it('asks again about what was pending, and about everything before it reports that nothing is', async () => {
  const pending = new Set(['b', 'c'])
  const asked: string[] = []
  const poll = pollPending(['a', 'b', 'c'], async (subject) => {
    asked.push(subject)
    return pending.has(subject) ? [`${subject} is pending`] : []
  })
  const pollAsked = async () => [await poll(), asked.splice(0)]

  expect(await pollAsked()).toEqual([
    ['b is pending', 'c is pending'],
    ['a', 'b', 'c'],
  ])
  pending.delete('b')
  expect(await pollAsked()).toEqual([['c is pending'], ['b', 'c']])
  // what has arrived before can be pending again
  pending.add('a').delete('c')
  expect(await pollAsked()).toEqual([['a is pending'], ['c', 'a', 'b', 'c']])
  pending.clear()
  expect(await pollAsked()).toEqual([[], ['a', 'a', 'b', 'c']])
  expect(await pollAsked()).toEqual([[], ['a', 'b', 'c']])
})
