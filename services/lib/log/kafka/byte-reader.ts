// Reads consecutive values of Kafka's wire format from a buffer.

export class ByteReader {
  readonly bytes: Buffer
  at: number
  readonly end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  get left(): number {
    return this.end - this.at
  }

  int8(): number {
    return this.bytes.readInt8((this.at += 1) - 1)
  }

  int16(): number {
    return this.bytes.readInt16BE((this.at += 2) - 2)
  }

  int32(): number {
    return this.bytes.readInt32BE((this.at += 4) - 4)
  }

  /** Returns the value as a number, which is exact because offsets and times are far below 2^53. */
  int64(): number {
    return Number(this.bytes.readBigInt64BE((this.at += 8) - 8))
  }

  /** Returns a producer id as a bigint; ids are only compared. */
  id(): bigint {
    return this.bytes.readBigInt64BE((this.at += 8) - 8)
  }

  string(): string {
    const length = this.int16()
    return this.slice(length).toString()
  }

  /** An unsigned varint of up to 53 bits. */
  unsignedVarint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.bytes.readUInt8(this.at)
      this.at += 1
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }

  /** A zigzag-encoded varint of up to 53 bits. */
  varint(): number {
    const value = this.unsignedVarint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Returns the next bytes without copying them. */
  slice(length: number): Buffer {
    if (length < 0 || length > this.left) throw new RangeError(`${length} bytes of ${this.left}`)
    const start = this.at
    this.at += length
    return this.bytes.subarray(start, this.at)
  }

  /**
   * Reads a length (varint) and returns that many bytes without copying them; null if the length is
   * negative.
   */
  varBytes(): Buffer | null {
    const length = this.varint()
    return length < 0 ? null : this.slice(length)
  }

  list<T>(read: () => T): T[] {
    return this.items(this.int32(), read)
  }

  /**
   * Reads a string in the format of flexible request versions. compactList and skipTags are for the same format. A
   * null string is returned as ''.
   */
  compactString(): string {
    return this.slice(Math.max(0, this.unsignedVarint() - 1)).toString()
  }

  compactList<T>(read: () => T): T[] {
    return this.items(this.unsignedVarint() - 1, read)
  }

  skipTags(): void {
    this.items(this.unsignedVarint(), () => {
      this.unsignedVarint() // which tag
      this.slice(this.unsignedVarint())
    })
  }

  private items<T>(count: number, read: () => T): T[] {
    const items: T[] = []
    for (let i = 0; i < count; i += 1) items.push(read())
    return items
  }
}
