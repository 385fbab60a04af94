// Settings of every statement, whichever engine answers: their defaults differ between versions of
// ClickHouse, and an answer must not.

export const pinnedSettings = {
  /** An insert that has returned is in the table. */
  async_insert: 0,
  /** A misspelt column is an error, not a silent loss. */
  input_format_skip_unknown_fields: 0,
  date_time_input_format: 'best_effort',
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
  output_format_json_quote_denormals: 0,
  output_format_decimal_trailing_zeros: 0,
} as const
