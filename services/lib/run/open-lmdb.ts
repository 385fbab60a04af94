// Opens LMDB environments. Their pages are read here and there, so the system must not read ahead:
// docs/decisions/081-no-read-ahead.md.
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb'

/** As `open` of lmdb, without read-ahead. */
export function openLmdb(options: RootDatabaseOptionsWithPath): RootDatabase {
  // the types of lmdb do not list this option
  const withoutReadAhead = { ...options, noReadAhead: true }
  return open(withoutReadAhead)
}
