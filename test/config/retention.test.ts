// RETENTION_GB, and the errors for what is wrong with it.
import { expect, it } from '@jest/globals'
import { parseRetentionBytes } from '../../services/config/retention.ts'

it.each([
  ['', {}],
  ['raw.books=50', { 'raw.books': 50e9 }],
  [' raw.books = 0.5 , raw.streams=5,', { 'raw.books': 0.5e9, 'raw.streams': 5e9 }],
])('%j is read', (value, limits) => {
  const problems: string[] = []
  expect(parseRetentionBytes(value, problems)).toEqual(limits)
  expect(problems).toEqual([])
})

it.each([
  ['raw.books', /^RETENTION_GB: raw\.books: must be <topic>=<GB>, .*for example/],
  ['raw.books=', /must be <topic>=<GB>/],
  ['raw.books=1=2', /must be <topic>=<GB>/],
  ['50', /^RETENTION_GB: 50: must be <topic>=<GB>/],
  ['raw.boks=50', /raw\.boks=50: there is no such topic\. Topics with a limit: raw\.books, /],
  ['toString=5', /there is no such topic/],
  ['raw.trades=5', /raw\.trades is retained indefinitely, .*Topics with a limit: raw\.books, /],
  ['raw.books=-1', /must be a number of GB/],
  ['raw.books=1e3', /must be a number of GB/],
  ['raw.books=Infinity', /must be a number of GB/],
  ['raw.books=0', /0\.01 to 1000000/],
  ['raw.books=1000001', /0\.01 to 1000000/],
  ['raw.books=5,raw.books=6', /raw\.books has two limits/],
])('%j is rejected', (value, expected) => {
  const problems: string[] = []
  parseRetentionBytes(value, problems)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(expected)
})
