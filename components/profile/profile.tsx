'use client'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Busy } from '@/components/session/busy'
import { Ended } from '@/components/session/ended'
import { Reload } from '@/components/session/reload'
import { useSession } from '@/components/session/use-session'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { signInAddress } from '@/lib/browser/account'
import { paths } from '@/lib/site'
import { AccountSection } from './account-section'
import { Appearance } from './appearance'
import { PlanSection } from './plan-section'
import { SigningIn } from './signing-in'
import { You } from './you'

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

/** As high as a screen, with what surrounds it: the footer stays below, whatever comes or goes here. */
const Screen = ({ children }: { children: ReactNode }) => <div className="min-h-[calc(100svh-14rem)]">{children}</div>

/** Ends up where the focus is: what was pressed is gone. */
function Landing({ here, children }: { here: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!here) return
    // The page was higher a moment ago: it would be seen at its very end, with the footer risen into view.
    scrollTo({ top: 0, behavior: 'instant' })
    box.current?.focus()
  }, [here])
  return (
    <div ref={box} tabIndex={-1} className="max-w-184">
      {children}
    </div>
  )
}

/** What somebody did last here, after which they are no longer signed in. */
function Farewell({ title, href, children }: { title: string; href: string; children: string }) {
  return (
    <Landing here>
      <Notice kind="ok" title={title}>
        <p>
          <a className="link inline-flex min-h-11 items-center" href={href}>
            {children}
          </a>
        </p>
      </Notice>
    </Landing>
  )
}

const Deleted = () => (
  <Farewell title="Your account is deleted." href={paths.home}>
    Go to the first page
  </Farewell>
)

const AllEnded = () => (
  <Farewell title="All your sessions have ended." href={signInAddress()}>
    Sign in again
  </Farewell>
)

/** Plan first, then the person, then data and account; for a visitor the way to sign in, without a redirect. */
export function Profile() {
  const session = useSession()
  const [farewell, setFarewell] = useState<{ uid: string; kind: 'deleted' | 'ended' } | null>(null)
  const [wasIn, setWasIn] = useState(false)
  if (session.state === 'in' && !wasIn) setWasIn(true)

  if (farewell && (session.state !== 'in' || session.uid === farewell.uid)) {
    return <Screen>{farewell.kind === 'deleted' ? <Deleted /> : <AllEnded />}</Screen>
  }
  if (session.state === 'loading') {
    return (
      <Screen>
        <Busy>Opening your profile.</Busy>
      </Screen>
    )
  }
  if (session.state === 'failed') {
    return (
      <Screen>
        <Notice kind="warn" live="alert" title="The sign-in service does not answer right now.">
          <p>Nothing has changed. Your plan and your data are as they were.</p>
          <Reload />
        </Notice>
      </Screen>
    )
  }
  if (session.state !== 'in') {
    return (
      <Screen>
        <Part title="Your plan">
          <Landing here={wasIn}>
            <div className="mb-6 empty:hidden">
              <Ended />
            </div>
            <p className="mb-6 text-2xl tracking-tight">Sign in to see your plan</p>
          </Landing>
          <Button href={signInAddress()} size="big">
            Sign in
          </Button>
        </Part>
        <Part title="Appearance">
          <Appearance />
        </Part>
      </Screen>
    )
  }
  const { uid, plan } = session
  return (
    <div>
      <Part title="Your plan">
        <PlanSection uid={uid} plan={plan} />
      </Part>
      <Part title="You">
        <You session={session} />
      </Part>
      <Part title="Signing in">
        <SigningIn key={uid} uid={uid} ended={() => setFarewell({ uid, kind: 'ended' })} />
      </Part>
      <Part title="Appearance">
        <Appearance />
      </Part>
      <Part title="Data and account">
        <AccountSection uid={uid} deleted={() => setFarewell({ uid, kind: 'deleted' })} />
      </Part>
    </div>
  )
}
