// The two encodings of a stream: server-sent events, and messages of a WebSocket. A message has the same bytes for all
// readers with the same encoding, so it is encoded once for all of them.

/**
 * Encodes a message. `id`: a cursor; null if the reader cannot resume after this message. `data`: JSON without
 * line breaks.
 */
export type StreamEncoding = (type: string, id: string | null, data: string) => Buffer

export const toServerSentEvent: StreamEncoding = (type, id, data) =>
  Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`)

/** Returns one unmasked text frame (RFC 6455, section 5.2) with the message as JSON. */
export const toWebSocketMessage: StreamEncoding = (type, id, data) => {
  const cursor = id === null ? 'null' : `"${id}"`
  const payload = Buffer.from(`{"type":"${type}","id":${cursor},"data":${data}}`)
  return Buffer.concat([frameHeaderOf(payload.length), payload])
}

/** The first byte of a frame that contains a whole text message (RFC 6455: FIN bit, opcode 1). */
const finalText = 0x81
const lengthIn16Bits = 126
const lengthIn64Bits = 127

function frameHeaderOf(length: number): Buffer {
  if (length < lengthIn16Bits) return Buffer.from([finalText, length])
  if (length < 65_536) return Buffer.from([finalText, lengthIn16Bits, length >> 8, length & 255])
  const header = Buffer.alloc(10)
  header[0] = finalText
  header[1] = lengthIn64Bits
  header.writeUIntBE(length, 4, 6)
  return header
}
