'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { focusTarget, useRetry } from '@/components/ui/retry'
import { Button, linkTo } from '@/components/ui/button'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Invoice, Invoices } from '@/lib/contract/checkout'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { isPaid, isRefunded, receiptAddress, receiptsOf } from '@/lib/contract/receipt'
import { dateLocale, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'
import { BillingPortalButton } from './portal'
import { type ProfileWords, useProfileWords } from './words'

type ReceiptsResult = Invoices | 'failed' | 'refused'

async function readReceipts(uid: string | null): Promise<ReceiptsResult | null> {
  if (uid === null) return null
  const answer = await callApi((api) => api.invoices(uid))
  if (isOk(answer)) return answer.data
  return answer.data.error.code === 'provider-refused' ? 'refused' : 'failed'
}

/** Null while loading, or without a user. */
export function useReceipts(uid: string | null) {
  const [receipts, setReceipts] = useState<ReceiptsResult | null>(null)
  const read = useCallback(() => readReceipts(uid).then(setReceipts), [uid])
  useEffect(() => void read(), [read])
  return { receipts, read }
}

const receiptsShown = 3

const namesOf = (providers: readonly Provider[], locale: Locale) =>
  new Intl.ListFormat(dateLocale(locale)).format(providers.map((each) => providerName[each]))

type ReceiptsProps = ReturnType<typeof useReceipts> & { uid: string; all: string; few: boolean }

export function Receipts({ uid, receipts, read, all, few }: ReceiptsProps) {
  const { t, locale } = useProfileWords()
  const box = useRef<HTMLDivElement>(null)
  const { busy, retry } = useRetry(box, read)
  const loaded = typeof receipts === 'object' ? receipts : null
  const shown = loaded ? receiptsOf(loaded.invoices).slice(0, receiptsShown) : []
  return (
    <div className="max-w-144">
      <h3 className="text-md">{t('receipts.title')}</h3>
      <p className="mb-3 text-md text-muted">
        {t('receipts.newest', { elsewhere: loaded?.elsewhere ? 'yes' : 'no', button: all })}
      </p>
      {/* Reserves the height of the list. */}
      <div ref={box} className={few ? 'min-h-13' : 'min-h-39'}>
        {receipts === null && <Busy>{t('receipts.loading')}</Busy>}
        {receipts === 'failed' && (
          <div {...focusTarget} role="alert" className="flex flex-wrap items-center gap-x-6 gap-y-3 text-md">
            <p>{t('receipts.failed')}</p>
            <Button variant="alt" busy={busy} onClick={() => void retry()}>
              {t('receipts.tryAgain')}
            </Button>
          </div>
        )}
        {receipts === 'refused' && (
          <p {...focusTarget} role="alert" className="text-md">
            {t.rich('receipts.refused', { button: all, link: linkTo(paths.contact) })}
          </p>
        )}
        {loaded && (
          <>
            {shown.length > 0 ? (
              <List receipts={shown} />
            ) : (
              <p {...focusTarget} className="text-md">
                {t(loaded.unread ? 'receipts.noneRead' : 'receipts.none')}
              </p>
            )}
            {loaded.unread && (
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-2 text-md">
                <p>{t('receipts.unread', { providers: namesOf(loaded.unread, locale) })}</p>
                <Button variant="alt" busy={busy} onClick={() => void retry()}>
                  {t('receipts.tryAgain')}
                </Button>
              </div>
            )}
            {loaded.refused && (
              <Portals uid={uid} providers={loaded.refused} label="portal.open">
                <p>{t('receipts.notShown', { providers: namesOf(loaded.refused, locale) })}</p>
              </Portals>
            )}
            {loaded.elsewhere && <Portals uid={uid} providers={loaded.elsewhere} label="receipts.allFrom" />}
          </>
        )}
      </div>
    </div>
  )
}

type PortalsProps = {
  uid: string
  providers: readonly Provider[]
  label: 'portal.open' | 'receipts.allFrom'
  children?: ReactNode
}

function Portals({ uid, providers, label, children }: PortalsProps) {
  const t = useTranslations('profile')
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4 pt-4 text-md">
      {children}
      {providers.map((provider) => (
        <BillingPortalButton key={provider} uid={uid} provider={provider}>
          {t(label, { provider: providerName[provider] })}
        </BillingPortalButton>
      ))}
    </div>
  )
}

function List({ receipts }: { receipts: Invoice[] }) {
  const words = useProfileWords()
  const { t, locale } = words
  return (
    <ul {...focusTarget} className="text-md tabular-nums">
      {receipts.map((receipt) => {
        const { id, date, amount, currency, tax } = receipt
        const url = receiptAddress(receipt)
        const paid = money(amount, currency, locale)
        return (
          <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-3 border-t border-hair sm:gap-x-6">
            <span className="grow">
              {url ? (
                <a className="link tap" href={url}>
                  {t.rich('receipts.item', {
                    date: day(date, locale),
                    hidden: (text) => <span className="sr-only">{text}</span>,
                  })}
                </a>
              ) : (
                day(date, locale)
              )}
            </span>
            <span>
              {tax === undefined
                ? paid
                : t.rich('receipts.tax', {
                    amount: paid,
                    tax: money(tax, currency, locale),
                    muted: (text) => <span className="text-muted">{text}</span>,
                  })}
            </span>
            <span className="ms-auto min-w-20 text-end text-muted">{receiptState(receipt, words)}</span>
          </li>
        )
      })}
    </ul>
  )
}

const statusKeys: Record<string, 'paid' | 'open' | 'unpaid' | 'void'> = {
  paid: 'paid',
  open: 'open',
  posted: 'open',
  payment_due: 'open',
  not_paid: 'unpaid',
  uncollectible: 'unpaid',
  void: 'void',
  voided: 'void',
}

/** A status that we do not know stays the provider's word. */
export function receiptState(
  receipt: Pick<Invoice, 'status' | 'amount' | 'refunded'>,
  { t }: Pick<ProfileWords, 't'>,
): string {
  const { status, amount, refunded = 0 } = receipt
  if (isRefunded(receipt)) return t('receipts.state.refunded')
  if (isPaid(receipt) && refunded > 0) return t('receipts.state.partlyRefunded')
  if (amount < 0) return t('receipts.state.credited')
  if (amount === 0 && isPaid(receipt)) return t('receipts.state.noCharge')
  const key = statusKeys[status]
  return key ? t(`receipts.state.${key}`) : status.replaceAll('_', ' ')
}
