// Ids of trades that contain a transaction hash. On some platforms, one transaction can contain several fills.
// There, the id of a trade or activity is the transaction hash, a hyphen and a digest of the row (rowId in the
// platform's mapper).

/**
 * Returns an SQL expression that extracts the transaction hash from the trade id in `column`: the part before
 * the last hyphen.
 */
export function transactionOf(column: string): string {
  return `replaceRegexpOne(${column}, '-[^-]*$', '')`
}
