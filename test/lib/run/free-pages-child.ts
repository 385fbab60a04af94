// Writes to an LMDB file so that, after it is opened again, the list of free pages in memory is longer than one page,
// ends with the oldest record of free pages, and is then found to be too short, while a reader holds all newer records.
// Arguments: the path, `fill` or `write`.
import { openLmdb } from '../../../services/lib/run/open-lmdb.ts'

const [path = '', step] = process.argv.slice(2)
const env = openLmdb({
  path,
  maxDbs: 1,
  overlappingSync: false,
  eventTurnBatching: false,
  noSync: true,
})
const values = env.openDB<Buffer, number>({
  name: 'values',
  encoding: 'binary',
  keyEncoding: 'uint32',
})
const put = (key: number, bytes: number): void => values.putSync(key, Buffer.alloc(bytes))
const commit = (write: () => void): void => env.transactionSync(write)

function holdSnapshot(): () => void {
  const transaction = env.useReadTransaction()
  values.get(1, { transaction })
  return () => transaction.done()
}

if (step === 'fill') {
  commit(() => {
    for (let key = 0; key < 4_000; key += 1) put(key, 5_000)
  })
  commit(() => put(9_000, 3_000))
  const release = holdSnapshot()
  commit(() => {
    for (let key = 0; key < 4_000; key += 2) values.removeSync(key)
  })
  for (let key = 9_500; key < 9_503; key += 1) commit(() => put(key, 100))
  release()
} else {
  const release = holdSnapshot()
  for (let key = 10_000; key < 10_008; key += 2)
    commit(() => [key, key + 1].forEach((one) => put(one, 5_000)))
  for (let key = 20_000; key < 20_006; key += 2)
    commit(() => {
      put(key, 100)
      put(key + 1, 4 << 20)
    })
  release()
}
await env.close()
