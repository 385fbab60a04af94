// ClickHouse settings that are sent with every statement. Their defaults differ between ClickHouse
// versions; the results must not. Used by connector.ts; preflight.ts checks that the user may set them.

export const pinnedSettings = {
  /** An insert returns only when the rows are in the table. */
  async_insert: 0,
  /** An unknown column in the data is an error; without this setting it would be ignored. */
  input_format_skip_unknown_fields: 0,
  date_time_input_format: 'best_effort',
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
  output_format_json_quote_denormals: 0,
  output_format_decimal_trailing_zeros: 0,
} as const
