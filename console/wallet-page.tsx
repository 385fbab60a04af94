// A wallet: its positions and its activity.
import { useEffect, useState } from 'preact/hooks'
import type {
  ActivityType,
  WalletActivity,
  WalletActivityPage,
  WalletPosition,
  WalletPositionPage,
} from '../clients/typescript/src/client.ts'
import { formatDollars, formatPercent, formatPrice, formatSize, shorten } from './format.ts'
import { isWalletAddress, linkTo, marketLink, walletLink } from './location.ts'
import { Empty, More, Page, Section, Show, Table, Time } from './parts.tsx'
import { SearchForm } from './search-form.tsx'
import { getSession } from './session.ts'
import { useLoaded } from './use-loaded.ts'

const activityTypes: readonly ActivityType[] = [
  'TRADE',
  'SPLIT',
  'MERGE',
  'REDEEM',
  'REWARD',
  'CONVERSION',
]

/** While the past of a wallet is fetched, the page asks again after this time. */
const refreshMs = 3_000

export function WalletPage({ address }: { readonly address: string | null }) {
  const isInvalid = address !== null && !isWalletAddress(address)
  return (
    <Page
      title={address === null || isInvalid ? 'Wallets' : `Wallet ${shorten(address)}`}
      context={address !== null && !isInvalid ? <code class="address">{address}</code> : undefined}
    >
      <SearchForm
        label="Address of a wallet"
        placeholder="0x…"
        text={address ?? ''}
        linkTo={(text) => (text === '' ? linkTo(['wallet']) : walletLink(text))}
      />
      {isInvalid && (
        <div class="problem" role="alert">
          <p>
            <strong>Not an address.</strong> The address of a wallet is 0x and 40 hex digits.
          </p>
        </div>
      )}
      {address === null && (
        <Empty>
          Enter the address of a wallet: 0x and 40 hex digits. Wallets are public on Platform A; the
          first request for one makes the service fetch its past.
        </Empty>
      )}
      {address !== null && !isInvalid && <WalletData key={address} address={address} />}
    </Page>
  )
}

function WalletData({ address }: { readonly address: string }) {
  const [type, setType] = useState<ActivityType | undefined>(undefined)
  const positions = useLoaded(`positions ${address}`, async (signal) => {
    const { client } = getSession()
    return (await client.listWalletPositions({ address, limit: 500 }, { signal })).data
  })
  const activity = useLoaded(`activity ${address} ${type}`, async (signal) => {
    const { client } = getSession()
    const input = { address, limit: 100, activity_type: type }
    const { data, headers } = await client.listWalletActivity(input, { signal })
    return { page: data, notFollowed: headers.get('X-Wallet-Not-Followed') }
  })
  const isFetching = activity.data !== null && !activity.data.page.complete
  const isNotFollowed = activity.data?.notFollowed !== null
  useEffect(() => {
    if (!isFetching || isNotFollowed) return
    const timer = setTimeout(() => {
      positions.reload()
      activity.reload()
    }, refreshMs)
    return () => clearTimeout(timer)
  }, [activity.data, isNotFollowed])
  async function loadMore(): Promise<void> {
    const cursor = activity.data?.page.cursor ?? undefined
    const input = { address, limit: 100, activity_type: type, cursor }
    const { data } = await getSession().client.listWalletActivity(input)
    activity.update(({ page, notFollowed }) => ({
      page: { ...data, activity: [...page.activity, ...data.activity] },
      notFollowed,
    }))
  }
  return (
    <>
      {isFetching && (
        <p class="notice" role="status">
          {isNotFollowed
            ? 'The quota of followed wallets is used up. The page shows what is known about this wallet.'
            : 'The past of this wallet is still being fetched. Positions and activity are incomplete until then.'}
        </p>
      )}
      <Show of={positions} what="positions">
        {(page) => <Positions page={page} />}
      </Show>
      <Section
        title="Activity"
        aside={
          <label class="inline">
            <span>Type</span>
            <select
              value={type ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setType(activityTypes.find((one) => one === value))
              }
            >
              <option value="">All</option>
              {activityTypes.map((one) => (
                <option key={one} value={one}>
                  {one.toLowerCase()}
                </option>
              ))}
            </select>
          </label>
        }
      >
        <Show of={activity} what="activity">
          {({ page }) => (
            <>
              <Activity page={page} />
              <More hasMore={page.has_more} load={loadMore} what="activity" />
            </>
          )}
        </Show>
      </Section>
    </>
  )
}

function Positions({ page: { positions } }: { readonly page: WalletPositionPage }) {
  return (
    <Section title="Positions" aside={<span class="quiet">{positions.length}</span>}>
      {positions.length === 0 ? (
        <Empty>No positions.</Empty>
      ) : (
        <Table
          caption="Positions"
          head={[
            ['Market'],
            ['Outcome', 'wide'],
            ['Size', 'number wide'],
            ['Average', 'number wide'],
            ['Price', 'number wide'],
            ['Value', 'number'],
            ['Gain', 'number'],
          ]}
        >
          {positions.map((position) => (
            <PositionRow key={`${position.market_id} ${position.outcome}`} position={position} />
          ))}
        </Table>
      )}
    </Section>
  )
}

function PositionRow({ position }: { readonly position: WalletPosition }) {
  const { cash_pnl: gain, percent_pnl: percent } = position
  const direction = gain === null || gain === 0 ? '' : gain > 0 ? 'up' : 'down'
  return (
    <tr>
      <th scope="row">
        <div class="title">
          <a href={marketLink(position.market_id)} class="clamp">
            {position.title ?? position.market_id}
          </a>
          {position.redeemable && (
            <span class="notes">
              <span class="badge">redeemable</span>
            </span>
          )}
        </div>
      </th>
      <td class="wide">{position.outcome}</td>
      <td class="number wide">{formatSize(position.size)}</td>
      <td class="number wide">{formatPrice(Number(position.avg_price.toFixed(3)))}</td>
      <td class="number wide">
        {position.cur_price === null ? '–' : formatPrice(position.cur_price)}
      </td>
      <td class="number">
        {position.current_value === null ? '–' : formatDollars(position.current_value)}
      </td>
      <td class={`number ${direction}`}>
        {gain === null ? '–' : formatDollars(gain)}
        {percent !== null && <small> {formatPercent(percent)}</small>}
      </td>
    </tr>
  )
}

function Activity({ page: { activity } }: { readonly page: WalletActivityPage }) {
  if (activity.length === 0) return <Empty>No activity of this type.</Empty>
  return (
    <Table
      caption="Activity"
      head={[
        ['Time (UTC)'],
        ['Type'],
        ['Market'],
        ['Price', 'number wide'],
        ['Size', 'number'],
        ['Dollars', 'number wide'],
      ]}
    >
      {activity.map((row) => (
        <ActivityRow key={row.id} row={row} />
      ))}
    </Table>
  )
}

function ActivityRow({ row }: { readonly row: WalletActivity }) {
  const { market_id: marketId, side, outcome } = row
  return (
    <tr>
      <td class="nowrap">
        <Time ms={row.timestamp_ms} />
      </td>
      <td>
        <span class={side ?? ''}>{side ?? row.type.toLowerCase()}</span>
        {outcome !== null && <span> {outcome}</span>}
      </td>
      <td>
        {marketId === null ? (
          (row.title ?? '–')
        ) : (
          <a href={marketLink(marketId)} class="clamp">
            {row.title ?? marketId}
          </a>
        )}
      </td>
      <td class="number wide">{row.price === null ? '–' : formatPrice(row.price)}</td>
      <td class="number">{formatSize(row.size)}</td>
      <td class="number wide">{formatDollars(row.usdc_size)}</td>
    </tr>
  )
}
