// The table of synonyms: what the search assumes of it.
import { expect, it } from '@jest/globals'
import { synonyms } from '../../../services/api/search/synonyms.ts'
import { searchWords } from '../../../services/domain/text.ts'

const texts = synonyms.flat()

it('has each text once, in the form of the index', () => {
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(searchWords(text).join(' ')).toBe(text)
})

it('has at least two texts in each group', () => {
  for (const group of synonyms) expect(group.length).toBeGreaterThan(1)
})
