// Normalization of emails for accounts, in signup, login and revocation.

/**
 * Returns the same text for addresses that people consider equal: composed characters, lower case.
 */
export function normalizeEmail(given: string): string {
  // normalized again, because toLowerCase() decomposes some characters
  return given.normalize('NFC').toLowerCase().normalize('NFC')
}
