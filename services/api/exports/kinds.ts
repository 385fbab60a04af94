// All kinds of exports, by the name that the path of an export contains.
import type { ExportKind } from './export-kind.ts'
import { candlesExport } from './candles.ts'
import { marketsExport } from './markets.ts'
import { matchesExport } from './matches.ts'
import { quotesExport } from './quotes.ts'
import { tradesExport } from './trades.ts'

export const exportKinds = {
  trades: tradesExport,
  quotes: quotesExport,
  candles: candlesExport,
  markets: marketsExport,
  matches: matchesExport,
} as const satisfies Record<string, ExportKind>

export type ExportKindName = keyof typeof exportKinds

export const exportKindNames = Object.keys(exportKinds) as readonly ExportKindName[]

/** The rows and columns of each kind as a text, for the documentation. */
export function describeExportKinds(): string {
  return exportKindNames
    .map((name) => {
      const { rows, columns } = exportKinds[name]
      const list = columns.map((column) => `\`${column.name}\` (${column.type})`)
      return `\`${name}\`: ${rows} Columns: ${list.join(', ')}.`
    })
    .join(' ')
}

export function isExportKind(name: string): name is ExportKindName {
  return Object.hasOwn(exportKinds, name)
}
