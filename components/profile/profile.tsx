'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { SessionEndedNotice, SessionFailedNotice, UnknownHostNotice } from '@/components/session/notices'
import { readCachedSession, type Plan, type Session, type SignedIn } from '@/components/session/store'
import { signOutAndGoHome, useSession } from '@/components/session/session'
import { Button, Link, linkTo } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { signInAddress } from '@/lib/browser/account'
import { isUnknownHost } from '@/lib/browser/config'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { WeeklyCall } from '@/lib/contract/timetable'
import type { Leftover } from '@/lib/contract/user'
import { paths, siteName } from '@/lib/site'
import { AccountSection, chargingStore, DeletionSummary, StoreChargeWarning, UndeletedParts } from './account-section'
import { Appearance } from './appearance'
import { hasNext, Next } from './next'
import { PlanSection } from './plan-section'
import { SigningIn } from './signing-in'
import { NameAndPicture } from './name-and-picture'

type PartProps = {
  title: string
  id?: string
  controls?: boolean
  children: ReactNode
}

function Part({ title, id, controls, children }: PartProps) {
  return (
    <section
      id={id}
      data-chrome={controls ? '' : undefined}
      className="grid gap-x-16 gap-y-4 border-t border-hair py-10 first:border-0 first:pt-0 lg:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 tabIndex={id ? -1 : undefined} className="part-name self-start justify-self-start">
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}

/** Keeps the footer below the fold while content loads. */
const screenHigh = 'min-h-[calc(100svh-14rem)]'

/** The words, and blanks where the plan will be. */
const Waiting = ({ children }: { children: string }) => (
  <>
    <Busy isServerRendered>{children}</Busy>
    <div aria-hidden className="mt-6 scriptless:hidden">
      {['w-24', 'w-32'].map((title) => (
        <div key={title} className="grid gap-x-16 gap-y-4 py-10 first:pt-0 lg:grid-cols-[11rem_minmax(0,1fr)]">
          <div className={`blank h-4 ${title}`} />
          <div className="grid max-w-144 gap-5">
            <div className="blank h-8 w-3/4" />
            <div className="blank h-5" />
            <div className="blank h-5 w-5/6" />
            <div className="blank h-12 w-48" />
          </div>
        </div>
      ))}
    </div>
  </>
)

function Landing({ here, children }: { here: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!here) return
    // The page was higher before.
    scrollTo({ top: 0, behavior: 'instant' })
    box.current?.focus()
  }, [here])
  return (
    <div ref={box} tabIndex={-1} className="max-w-184">
      {children}
    </div>
  )
}

type DeletedProps = { plan: Plan; remains: Leftover[] }

/** `everywhere`: the user has ended all sessions. `factor`: removing a second factor has. */
type SignedOutReason = 'everywhere' | 'factor'

type End = { uid: string } & ({ deleted: DeletedProps } | { signedOut: SignedOutReason })

function Farewell({ end }: { end: End }) {
  const t = useTranslations('profile')
  const signIn = signInAddress(useLocale())
  const [title, href, label] =
    'deleted' in end
      ? [t('deleted.title'), paths.home, t('deleted.home')]
      : [t(`signedOut.${end.signedOut}`), signIn, t('signedOut.signInAgain')]
  return (
    <Landing here>
      <Notice kind="ok" live="status" title={title}>
        {'deleted' in end && <Deleted {...end.deleted} />}
        <p>
          <Link className="link tap" href={href}>
            {label}
          </Link>
        </p>
      </Notice>
    </Landing>
  )
}

function Deleted({ plan, remains }: DeletedProps) {
  const store = chargingStore(plan)
  const pageTitle = `${useTranslations('profile.deleted')('pageTitle')} · ${siteName}`
  useEffect(() => {
    document.title = pageTitle
  }, [pageTitle])
  return (
    <div className="grid gap-2">
      <DeletionSummary plan={plan} />
      {store && <StoreChargeWarning store={store} />}
      {remains.length > 0 && <UndeletedParts leftovers={remains} />}
    </div>
  )
}

const accountPart = 'account'

/** The anchor did not exist when the page loaded. */
function useAccountPart(here: boolean) {
  useEffect(() => {
    if (!here || location.hash !== `#${accountPart}`) return
    const part = document.getElementById(accountPart)
    part?.scrollIntoView({ behavior: 'instant' })
    part?.querySelector('h2')?.focus({ preventScroll: true })
  }, [here])
}

type ProfileProps = { app: string; calls: readonly WeeklyCall[] }

/** @param calls the owner's timetable; empty without one */
export function Profile({ app, calls }: ProfileProps) {
  const t = useTranslations('profile')
  const session = useSession()
  const [ended, setEnd] = useState<End | null>(null)
  const end = ended && (session.state !== 'in' || session.uid === ended.uid) ? ended : null
  return (
    <>
      <div className="mb-10 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1>{t(end && 'deleted' in end ? 'deleted.pageTitle' : 'title')}</h1>
        {session.state === 'in' && !end && <SignOut />}
      </div>
      <noscript>
        <p className="mb-6">{t('noScript')}</p>
      </noscript>
      <Content session={session} end={end} setEnd={setEnd} app={app} calls={calls} />
    </>
  )
}

function SignOut() {
  const t = useTranslations()
  const [busy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function leave() {
    setBusy(true)
    setFailed(false)
    await signOutAndGoHome().catch(() => setFailed(true))
    setBusy(false)
  }
  return (
    <>
      <Button variant="alt" busy={busy} onClick={() => void leave()}>
        {t('profile.signOut')}
      </Button>
      {hasFailed && (
        <Notice
          kind="bad"
          live="alert"
          title={t('account.signOut.failedTitle')}
          text={t('account.signOut.unreached')}
        />
      )}
    </>
  )
}

type ContentProps = ProfileProps & { session: Session; end: End | null; setEnd: (end: End) => void }

function Content({ session, end, setEnd, ...next }: ContentProps) {
  const [wasIn, setWasIn] = useState(false)
  if (session.state === 'in' && !wasIn) setWasIn(true)
  if (session.state === 'in' && !end) return <Own key={session.uid} session={session} onEnded={setEnd} {...next} />
  return (
    <div className={screenHigh}>
      {end ? <Farewell end={end} /> : <WithoutSession session={session} wasIn={wasIn} />}
    </div>
  )
}

function WithoutSession({ session, wasIn }: { session: Session; wasIn: boolean }) {
  const t = useTranslations('profile')
  if (session.state === 'loading') return <Waiting>{t('opening')}</Waiting>
  if (isUnknownHost()) return <UnknownHostNotice />
  if (session.state === 'failed')
    return <SessionFailedNotice isStorageSilent={session.isStorageSilent}>{t('unchanged')}</SessionFailedNotice>
  return <Visitor wasIn={wasIn} hasEnded={session.state === 'anonymous' && session.ended === true} />
}

function Visitor({ wasIn, hasEnded }: { wasIn: boolean; hasEnded: boolean }) {
  const t = useTranslations('profile')
  const locale = useLocale()
  useAccountPart(!wasIn)
  return (
    <>
      <Part title={t('part.plan')}>
        <Landing here={wasIn}>
          <div className="mb-6 empty:hidden">
            <SessionEndedNotice />
            {wasIn && !hasEnded && <Notice kind="ok" live="status" title={t('visitor.signedOut')} />}
          </div>
          <p className="mb-6 text-2xl tracking-tight">{t('visitor.title')}</p>
        </Landing>
        <Button href={signInAddress(locale)} size="big">
          {t('visitor.signIn')}
        </Button>
      </Part>
      <Part title={t('part.appearance')}>
        <Appearance />
      </Part>
      <Part title={t('part.account')} id={accountPart}>
        <div className="grid max-w-184 gap-4">
          <p>{t('visitor.data')}</p>
          <div>
            <Button href={signInAddress(locale, `#${accountPart}`)} variant="alt">
              {t('visitor.toAccount')}
            </Button>
          </div>
          <p className="text-md text-muted">{t.rich('visitor.lost', { link: linkTo(paths.contact) })}</p>
        </div>
      </Part>
    </>
  )
}

type OwnProps = ProfileProps & { session: SignedIn; onEnded: (end: End) => void }

function Own({ session, onEnded, ...next }: OwnProps) {
  const t = useTranslations('profile')
  const { uid, plan, user } = session
  const last = useLastPlan(plan)
  // Waits for the plan section's height.
  const [placed, setPlaced] = useState(false)
  if (!placed && (plan !== 'unknown' || last)) setPlaced(true)
  useAccountPart(placed)
  const known = typeof plan === 'object' ? plan : plan === 'unknown' ? last : null
  return (
    <>
      {!placed && (
        <div className={screenHigh}>
          <Waiting>{t('loadingPlan')}</Waiting>
        </div>
      )}
      <div hidden={!placed}>
        {known && hasNext(known) && (
          <Part title={t('part.next')}>
            <Next uid={uid} plan={known} email={user ? user.email : undefined} {...next} />
          </Part>
        )}
        <Part title={t('part.plan')}>
          <PlanSection uid={uid} plan={plan} last={last} email={user?.email ?? null} />
        </Part>
        <Part title={t('part.you')}>
          <NameAndPicture session={session} />
        </Part>
        <Part title={t('part.signingIn')}>
          <SigningIn
            uid={uid}
            isPlanUnconfirmed={typeof plan === 'object' && plan.emailUnconfirmed === true}
            onSignedOut={(signedOut) => onEnded({ uid, signedOut })}
          />
        </Part>
        <Part title={t('part.appearance')} controls>
          <Appearance uid={uid} />
        </Part>
        <Part title={t('part.account')} id={accountPart} controls>
          <AccountSection uid={uid} plan={plan} onDeleted={(remains) => onEnded({ uid, deleted: { plan, remains } })} />
        </Part>
      </div>
    </>
  )
}

/** The tab's last known plan, to reserve space. */
function useLastPlan(plan: Plan): CurrentPlan | null {
  const [last, setLast] = useState<CurrentPlan | null>(() => readCachedSession()?.plan ?? null)
  if (typeof plan === 'object' && plan !== last) setLast(plan)
  return last
}
