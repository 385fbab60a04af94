// The upstream of bench/wallets.ts, as a separate process like a real platform: the simulator. Prints one
// line with its address and its wallets.
import { createSimulator } from '../../simulator/simulator.ts'

const largeRows = 10_000
const smallRows = 100
const smallWallets = 40

export interface PlatformLine {
  readonly url: string
  readonly large: KnownWallet
  readonly small: readonly KnownWallet[]
}

export interface KnownWallet {
  readonly address: string
  /** All rows that the platform lists. */
  readonly rows: number
  /** Those that are activity in the common model. */
  readonly activity: number
}

const simulator = createSimulator({
  seed: 'bench',
  now: () => Date.now(),
  size: 0.3,
  activity: 2,
})
const { truth } = simulator
const wallets = truth.wallets()

function nearest(rows: number, count: number): KnownWallet[] {
  return wallets
    .toSorted((a, b) => Math.abs(a.rows - rows) - Math.abs(b.rows - rows))
    .slice(0, count)
    .map((wallet) => ({ ...wallet, activity: truth.activity(wallet.address).length }))
}

const [large] = nearest(largeRows, 1)
if (!large) throw new Error('nobody did anything')
const { url } = await simulator.listen({ port: 0, host: '127.0.0.1' })
const line: PlatformLine = { url, large, small: nearest(smallRows, smallWallets) }
process.stdout.write(`${JSON.stringify(line)}\n`)
