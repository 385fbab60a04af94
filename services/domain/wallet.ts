// Wallets are named by their address: 0x and 40 hex digits, in lower case wherever we keep one.

const address = /^0x[0-9a-f]{40}$/

/** The address in lower case; null: it is none. A checksum in its case is not looked at. */
export function parseWallet(text: string): string | null {
  const lower = text.toLowerCase()
  return address.test(lower) ? lower : null
}
