// Emails as accounts know them.

/** One form for what is the same address to people: composed characters, lower case. */
export function toEmail(given: string): string {
  // lower case takes some composed characters apart
  return given.normalize('NFC').toLowerCase().normalize('NFC')
}
