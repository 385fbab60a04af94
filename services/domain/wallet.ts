// Wallet addresses: `0x` and 40 hexadecimal digits. All records and tables contain them in lower case.
// Also how long wallets are followed, which the api and the poller must agree on.

/** How long the poller follows a wallet after the last request about it. */
export const followForMs = 30 * 86_400_000

const address = /^0x[0-9a-f]{40}$/

/**
 * Returns the address in lower case, or null if the text is not an address. The checksum of EIP-55, which
 * consists in the case of the letters, is not verified.
 */
export function parseWallet(text: string): string | null {
  const lower = text.toLowerCase()
  return address.test(lower) ? lower : null
}
