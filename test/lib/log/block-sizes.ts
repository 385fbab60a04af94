// Block sizes with which a few small records become a block; in their own file for processes without jest.
import type { BlockSizes } from '../../../services/lib/log/lmdb/layout.ts'

export const smallestBlocks: BlockSizes = { minBytes: 0, fullBytes: 10 }
