// GET /v1/exports/{kind}/manifest: what the file of an export contains, and whether it can still change.
import { Readable } from 'node:stream'
import type { ExportManifest } from '../../../schemas/generated/api.ts'
import { completenessOf } from '../exports/export-completeness.ts'
import { parseExportRequest } from '../exports/export-request.ts'
import type { ExportSlots } from '../exports/export-slots.ts'
import { openFile } from '../exports/file.ts'
import { toManifest } from '../exports/manifest.ts'
import { jsonType } from '../http/response.ts'
import { createJsonWriter } from '../json-writer.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const toJson = createJsonWriter<ExportManifest>('export-manifest')

export function exportManifestRoute(
  { store, catalog, now }: Pick<RouteContext, 'store' | 'catalog' | 'now'>,
  slots: ExportSlots,
): Route {
  return {
    path: '/v1/exports/{kind}/manifest',
    document: {
      operationId: 'describeExport',
      tag: 'Exports',
      summary: 'Describe the file of an export',
      description:
        'Returns the number of rows of the file, their first and last time, the SHA-256 of its bytes, how far its data are complete, and whether it is final. The parameters are those of the export. It takes as long as the export, because the whole file is computed.',
      query: 'query-export',
      response: 'export-manifest',
      notFound: ['export_not_found', 'queried_market_not_found', 'queried_event_not_found'],
      hasCompletenessHeaders: false,
      cost: { base: 20, portions: {} },
    },
    handle({ params, search, accountId }) {
      return chain(parseExportRequest(catalog, { params, search }, now()), (request) =>
        chain(completenessOf(store, request, now()), (completeness) => ({
          type: jsonType,
          open: async (signal) => {
            const file = await slots.run(accountId, () => openFile(store, request, signal))
            return Readable.from([toJson(await toManifest(store, request, completeness, file))])
          },
        })),
      )
    },
  }
}
