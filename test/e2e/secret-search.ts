// Finds secrets in the output of a service: in plain text, in lower case, in UTF-16, in hex, percent-encoded
// and in Base64, at any alignment.

export interface Secret {
  readonly name: string
  readonly bytes: Buffer
}

export function toSecret(name: string, text: string): Secret {
  // shorter ones would be found by chance
  if (text.length < 16) throw new Error(`${name} is too short to be looked for`)
  return { name, bytes: Buffer.from(text) }
}

/** Names of the secrets that are in it, each with the form it was found in. */
export function findSecrets(secrets: readonly Secret[], where: string | Buffer): string[] {
  const text = typeof where === 'string' ? where : where.toString('latin1')
  const lowerText = text.toLowerCase()
  return secrets.flatMap((secret) =>
    formsOf(secret)
      .filter(({ form, isExact }) => (isExact ? text : lowerText).includes(form))
      .map(({ as }) => `${secret.name} as ${as}`),
  )
}

const pieceLength = 8

/** Names of the secrets of which a piece is in it, as messages quote what they cannot read. */
export function findPieces(secrets: readonly Secret[], text: string): string[] {
  const pieces = new Set(piecesOf(text))
  return secrets.flatMap(({ name, bytes }) => {
    const found = piecesOf(bytes.toString('latin1')).find((piece) => pieces.has(piece))
    return found === undefined ? [] : [`${name}: ${found}`]
  })
}

function piecesOf(text: string): string[] {
  const count = Math.max(0, text.length - pieceLength + 1)
  return Array.from({ length: count }, (_, i) => text.slice(i, i + pieceLength))
}

interface Form {
  readonly as: string
  readonly form: string
  /** Upper and lower case matter. */
  readonly isExact: boolean
}

const known = new WeakMap<Secret, readonly Form[]>()

function formsOf(secret: Secret): readonly Form[] {
  const { bytes } = secret
  const forms = known.get(secret) ?? [
    { as: 'text', form: bytes.toString('latin1').toLowerCase(), isExact: false },
    { as: 'hex', form: bytes.toString('hex'), isExact: false },
    {
      as: 'UTF-16',
      form: Buffer.from(bytes.toString('latin1'), 'utf16le').toString('latin1').toLowerCase(),
      isExact: false,
    },
    {
      as: 'percent-encoded text',
      form: bytes.toString('hex').replaceAll(/../g, '%$&'),
      isExact: false,
    },
    ...[0, 1, 2].flatMap((before) => base64Forms(bytes, before)),
  ]
  known.set(secret, forms)
  return forms
}

/** Without the ends, which depend on what stands around it. */
function base64Forms(bytes: Buffer, before: number): readonly Form[] {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes])
  const whole = shifted.subarray(0, shifted.length - (shifted.length % 3))
  const from = before === 0 ? 0 : 4
  return (['base64', 'base64url'] as const).map((encoding) => ({
    as: `${encoding}, ${before} bytes in`,
    form: whole.toString(encoding).slice(from),
    isExact: true,
  }))
}
