// Opens LMDB environments.
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb'

/** As `open` of lmdb, with two options that its types do not list. */
export function openLmdb(options: RootDatabaseOptionsWithPath): RootDatabase {
  const all = {
    ...options,
    /** Pages are read here and there, so the system must not read ahead: docs/decisions/081-no-read-ahead.md. */
    noReadAhead: true,
    /**
     * A list of free pages with more entries is not kept in memory for the next transaction. A kept list that takes
     * more than one page (509 entries) can end the process: docs/decisions/083-list-of-free-pages.md.
     */
    maxFreeSpaceToRetain: 400,
  }
  return open(all)
}
