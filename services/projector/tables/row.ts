/**
 * The values of a row in the order of its columns (lib/store/port.ts). Times of DateTime64(3) columns are Unix
 * milliseconds.
 */
export type Row = readonly unknown[]
