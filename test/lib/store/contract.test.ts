import { describeStore } from '../../contracts/store.ts'
import { openTemporaryStore } from './temporary-store.ts'

describeStore('chDB child', openTemporaryStore)
