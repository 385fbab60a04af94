// Transaction hashes in ids. On a platform where one transaction can contain several fills, the id of a trade or
// activity is the transaction hash, a hyphen and a digest of the row (rowId in the platform's mapper).

/** Returns the transaction hash in the id of a trade: the part before the last hyphen. */
export function transactionHashOf(tradeId: string): string {
  const end = tradeId.lastIndexOf('-')
  return end < 0 ? tradeId : tradeId.slice(0, end)
}

/** Returns an SQL expression for the transaction hash in the id of `column`: the part before the last hyphen. */
export function transactionHashSql(column: string): string {
  return `replaceRegexpOne(${column}, '-[^-]*$', '')`
}
