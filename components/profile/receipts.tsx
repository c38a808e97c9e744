'use client'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ContactLink } from '@/components/session/notices'
import { Busy } from '@/components/ui/busy'
import { focusTarget, useRetry } from '@/components/ui/retry'
import { Button } from '@/components/ui/button'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Invoice, Invoices } from '@/lib/contract/checkout'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { isPaid, isRefunded, receiptAddress, receiptsOf } from '@/lib/contract/receipt'
import { BillingPortalButton } from './portal'

type ReceiptsProps = {
  uid: string
  all: string
  few: boolean
  /** Called with the invoices when they have been read. */
  onRead?: (invoices: readonly Invoice[]) => void
}

type ReceiptsResult = Invoices | 'failed' | 'refused'

async function readReceipts(uid: string): Promise<ReceiptsResult> {
  const answer = await callApi((api) => api.invoices(uid))
  if (isOk(answer)) return answer.data
  return answer.data.error.code === 'provider-refused' ? 'refused' : 'failed'
}

const listFormat = new Intl.ListFormat('en-GB')
const namesOf = (providers: readonly Provider[]) => listFormat.format(providers.map((each) => providerName[each]))

export function Receipts({ uid, all, few, onRead }: ReceiptsProps) {
  const [receipts, setReceipts] = useState<ReceiptsResult | null>(null)
  useEffect(() => void readReceipts(uid).then(setReceipts), [uid])
  const loaded = typeof receipts === 'object' ? receipts : null
  const reportInvoices = useEffectEvent((invoices: readonly Invoice[]) => onRead?.(invoices))
  useEffect(() => {
    if (loaded) reportInvoices(loaded.invoices)
  }, [loaded])
  const box = useRef<HTMLDivElement>(null)
  const { busy, retry } = useRetry(box, async () => setReceipts(await readReceipts(uid)))
  const shown = loaded ? newestReceipts(loaded.invoices) : []
  return (
    <div className="max-w-144">
      <h3 className="text-md">Receipts</h3>
      <p className="mb-3 text-md text-muted">
        Most recent first. See all receipts {loaded?.elsewhere ? 'of this plan ' : ''}under “{all}”.
      </p>
      {/* Reserves the height of the list. */}
      <div ref={box} className={few ? 'min-h-13' : 'min-h-39'}>
        {receipts === null && <Busy>Loading your receipts.</Busy>}
        {receipts === 'failed' && (
          <div {...focusTarget} role="alert" className="flex flex-wrap items-center gap-x-6 gap-y-3 text-md">
            <p>We couldn’t load your receipts just now.</p>
            <Button variant="alt" busy={busy} onClick={() => void retry()}>
              Try again
            </Button>
          </div>
        )}
        {receipts === 'refused' && (
          <p {...focusTarget} role="alert" className="text-md">
            The payment provider doesn’t let us show your receipts here. You’ll find them under “{all}”. If not,{' '}
            <ContactLink />.
          </p>
        )}
        {loaded && (
          <>
            {shown.length > 0 ? (
              <List receipts={shown} />
            ) : (
              <p {...focusTarget} className="text-md">
                {loaded.unread ? 'We found none in the part we could load.' : 'You don’t have any yet.'}
              </p>
            )}
            {loaded.unread && (
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-2 text-md">
                <p>{`We couldn’t load your ${namesOf(loaded.unread)} receipts just now.`}</p>
                <Button variant="alt" busy={busy} onClick={() => void retry()}>
                  Try again
                </Button>
              </div>
            )}
            {loaded.refused && (
              <Portals uid={uid} providers={loaded.refused} label="Open">
                <p>{`We can’t show your ${namesOf(loaded.refused)} receipts here.`}</p>
              </Portals>
            )}
            {loaded.elsewhere && <Portals uid={uid} providers={loaded.elsewhere} label="All receipts from" />}
          </>
        )}
      </div>
    </div>
  )
}

type PortalsProps = { uid: string; providers: readonly Provider[]; label: string; children?: ReactNode }

const Portals = ({ uid, providers, label, children }: PortalsProps) => (
  <div className="flex flex-wrap items-start gap-x-6 gap-y-4 pt-4 text-md">
    {children}
    {providers.map((provider) => (
      <BillingPortalButton key={provider} uid={uid} provider={provider}>
        {`${label} ${providerName[provider]}`}
      </BillingPortalButton>
    ))}
  </div>
)

function List({ receipts }: { receipts: Invoice[] }) {
  return (
    <ul {...focusTarget} className="text-md tabular-nums">
      {receipts.map((receipt) => {
        const { id, date, amount, currency, tax } = receipt
        const url = receiptAddress(receipt)
        return (
          <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-3 border-t border-hair sm:gap-x-6">
            <span className="grow">
              {url ? (
                <a className="link tap" href={url}>
                  <span className="sr-only">Receipt of&nbsp;</span>
                  {day(date)}
                </a>
              ) : (
                day(date)
              )}
            </span>
            <span>
              {money(amount, currency)}
              {tax !== undefined && <span className="text-muted">{`, ${money(tax, currency)} of it tax`}</span>}
            </span>
            <span className="ms-auto min-w-20 text-end text-muted">{receiptState(receipt)}</span>
          </li>
        )
      })}
    </ul>
  )
}

const statusWords: Record<string, string> = {
  paid: 'Paid',
  open: 'Not paid yet',
  posted: 'Not paid yet',
  payment_due: 'Not paid yet',
  not_paid: 'Not paid',
  uncollectible: 'Not paid',
  void: 'Void',
  voided: 'Void',
}

const receiptsShown = 3

const newestReceipts = (invoices: readonly Invoice[]): Invoice[] => receiptsOf(invoices).slice(0, receiptsShown)

export function receiptState(receipt: Pick<Invoice, 'status' | 'amount' | 'refunded'>): string {
  const { status, amount, refunded = 0 } = receipt
  if (isRefunded(receipt)) return 'Refunded'
  if (isPaid(receipt) && refunded > 0) return 'Partly refunded'
  if (amount < 0) return 'Credited'
  return amount === 0 && isPaid(receipt) ? 'No charge' : (statusWords[status] ?? status.replaceAll('_', ' '))
}
