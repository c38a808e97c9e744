'use client'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Busy } from '@/components/session/busy'
import { Reload } from '@/components/session/reload'
import { useSession } from '@/components/session/use-session'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { paths } from '@/lib/site'
import { AccountSection } from './account-section'
import { Appearance } from './appearance'
import { Picture } from './picture'
import { PlanSection } from './plan-section'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-16 gap-y-4 border-t border-hair py-10 first:border-0 first:pt-0 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <h2 className="text-sm font-semibold tracking-normal text-muted before:mb-3 before:block before:h-2.5 before:w-10 before:bg-accent before:content-['']">
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}

/** Ends up where the focus is: what was pressed is gone. */
function Landing({ here, children }: { here: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (here) box.current?.focus()
  }, [here])
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  )
}

function Deleted() {
  return (
    <Landing here>
      <Notice kind="ok" title="Your account is deleted.">
        <p>
          <a className="link" href={paths.home}>
            Go to the first page
          </a>
        </p>
      </Notice>
    </Landing>
  )
}

/** Plan first, then the person, then data and account; for a visitor the way to sign in, without a redirect. */
export function Profile() {
  const session = useSession()
  const [deleted, setDeleted] = useState<string | null>(null)
  const [wasIn, setWasIn] = useState(false)
  if (session.state === 'in' && !wasIn) setWasIn(true)

  if (deleted && (session.state !== 'in' || session.uid === deleted)) return <Deleted />
  if (session.state === 'loading') return <Busy>Opening your profile.</Busy>
  if (session.state === 'failed') {
    return (
      <Notice kind="warn" live="alert" title="The sign-in service does not answer right now.">
        <p>Nothing has changed. Your plan and your data are as they were.</p>
        <Reload />
      </Notice>
    )
  }
  if (session.state !== 'in') {
    return (
      <div>
        <Part title="Your plan">
          <Landing here={wasIn}>
            <p className="mb-6 text-2xl tracking-tight">Sign in to see your plan</p>
          </Landing>
          <Button href={`${paths.auth}?signInSuccessUrl=${encodeURIComponent(paths.profile)}`} size="big">
            Sign in
          </Button>
        </Part>
        <Part title="Appearance">
          <Appearance />
        </Part>
      </div>
    )
  }
  const { uid, user, person, plan } = session
  const name = user?.name ?? person?.name
  const address = user?.email ?? person?.email ?? user?.phone ?? person?.phone
  return (
    <div>
      <Part title="Your plan">
        <PlanSection uid={uid} plan={plan} />
      </Part>
      <Part title="You">
        <Picture uid={uid} name={name ?? address}>
          <p>
            {name && <b className="block">{name}</b>}
            {address && <span className="text-muted">{address}</span>}
          </p>
        </Picture>
      </Part>
      <Part title="Appearance">
        <Appearance />
      </Part>
      <Part title="Data and account">
        <AccountSection uid={uid} deleted={() => setDeleted(uid)} />
      </Part>
    </div>
  )
}
