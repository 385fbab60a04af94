// Parser for multipart/form-data with text parts, the form in which ClickHouse clients send long
// parameters. Used by request.ts.
import { createEngineError } from './errors.ts'

/**
 * Returns the text parts by name. Throws EngineError when the body is not valid multipart for this
 * content type.
 */
export function parseMultipart(
  contentType: string,
  body: Buffer,
): readonly { readonly name: string; readonly value: string }[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) throw malformedError('no boundary')
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: { name: string; value: string }[] = []
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const start = at + delimiter.length
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts
    const headersEnd = body.indexOf('\r\n\r\n', start)
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), headersEnd)
    if (headersEnd < 0 || next < 0) throw malformedError('it ends in the middle of a part')
    const headers = body.subarray(start, headersEnd).toString('utf8')
    const name = /\bname="([^"]*)"/i.exec(headers)?.[1]
    if (name === undefined) throw malformedError('a part has no name')
    parts.push({ name, value: body.subarray(headersEnd + 4, next).toString('utf8') })
    at = next + 2
  }
  throw malformedError('no closing boundary')
}

function malformedError(reason: string): Error {
  return createEngineError(36, 'BAD_ARGUMENTS', `Malformed multipart body: ${reason}`)
}
