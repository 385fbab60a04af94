import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createSlabCopier } from '../../../services/lib/log/lmdb/slabs.ts'

it('copies keep their bytes, whatever is copied after them and whatever becomes of the source', () => {
  const lengths = fc.array(fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 70_000 })), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(lengths, (all) => {
      const copyPart = createSlabCopier()
      const copies = all.map((length, index) => {
        const source = Buffer.alloc(length + 7, index)
        const copy = copyPart(source, 3, length + 3)
        source.fill(255)
        return copy
      })
      for (const [index, copy] of copies.entries())
        expect(copy.equals(Buffer.alloc(all[index] ?? 0, index))).toBe(true)
    }),
    { numRuns: 30 },
  )
})
