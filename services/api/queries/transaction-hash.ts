// Transaction hashes in ids. On some platforms, one transaction can contain several fills. There, the id of a trade or
// activity is the transaction hash, a hyphen and a digest of the row (rowId in the platform's mapper).

/** Returns the transaction hash in the id of a trade: the part before the last hyphen. */
export function transactionHashOf(tradeId: string): string {
  const end = tradeId.lastIndexOf('-')
  return end < 0 ? tradeId : tradeId.slice(0, end)
}

/** Returns an SQL expression for the same part of the id in `column`. */
export function transactionHashSql(column: string): string {
  return `replaceRegexpOne(${column}, '-[^-]*$', '')`
}
