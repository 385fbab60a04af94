// Texts that have the same meaning become the same canonical words.
import { describe, expect, it } from '@jest/globals'
import { canonicalWords } from '../../services/matcher/words.ts'

describe('a rank', () => {
  it.each([
    ['#1', '1st'],
    ['#2', '2nd'],
    ['#3', '3rd'],
    ['#11', '11th'],
    ['#13', '13th'],
    ['#21', '21st'],
    ['#101', '101st'],
    ['#111', '111th'],
    ['#112', '112th'],
    ['#113', '113th'],
  ])('%s is the same as %s', (rank, ordinal) => {
    expect(canonicalWords(`${rank} overall pick`)).toEqual(
      canonicalWords(`${ordinal} overall pick`),
    )
  })
})
