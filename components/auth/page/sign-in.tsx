'use client'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { isFirst, isResult, isStartPage } from '@/components/auth/widget/pages'
import '@/components/auth/widget/widget.css'
import { Busy } from '@/components/ui/busy'
import { ClockHint, ReloadButton, UnknownHostNotice } from '@/components/session/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { paths } from '@/lib/site'
import { InAppNotice, StorageBlocked } from './browser-notices'
import { storageProblem } from './sign-in-storage'
import { PageNote, VisitChoice } from './visit-choice-and-notes'
import type { Stage, State } from './reducer'
import { containerId, useSignIn } from './use-sign-in'

/** @param children between the heading and the form */
export function SignIn({ children }: { children?: ReactNode }) {
  const [round, setRound] = useState(1)
  const startOver = useCallback(() => setRound((last) => last + 1), [])
  return (
    // Starts over without loading the page, so it works offline.
    <SignInPage key={round} isRestart={round > 1} startOver={startOver}>
      {children}
    </SignInPage>
  )
}

type SignInPageProps = { isRestart: boolean; startOver: () => void; children: ReactNode }

function SignInPage({ isRestart, startOver, children }: SignInPageProps) {
  const { state, view, ...actions } = useSignIn(startOver)
  const { note, emailLink, visit, stage } = state
  const isBlocked = (stage.at === 'stuck' || stage.at === 'failed') && storageProblem() === 'blocked'
  return (
    <>
      <Heading state={state} isRestart={isRestart} />
      <div className="mt-8">{children}</div>
      <div className="min-h-144 lg:min-h-112 max-w-104">
        {view.isLoading && <Busy isServerRendered>Loading the sign-in form.</Busy>}
        {isBlocked && <StorageBlocked hasReload={stage.at === 'stuck'} />}
        <StageMessage stage={stage} isMerging={state.isMerging} signOut={actions.signOut} />
        {view.warnsOfApps && <InAppNotice hasEmail={view.hasEmail} />}
        {note && view.showsNote && (
          <div className="mb-6">
            <PageNote
              note={note}
              provider={view.providerName}
              onOpenPopup={actions.openPopup}
              onStartAgain={actions.startAgain}
              onNewLink={view.isOpen ? actions.newLink : undefined}
              isSingleWay={view.isSingleWay}
            />
          </div>
        )}
        {view.showsChoice && (
          <VisitChoice
            visit={visit}
            emailLink={emailLink}
            showsHint={isFirst(state.page.name)}
            onChoose={actions.chooseVisit}
          />
        )}
        {/* Nothing is in progress while an interrupted call waits for the visitor. */}
        <div id={containerId} hidden={view.hidesWidget} data-paused={note?.kind === 'interrupted' || undefined} />
        {(view.showsLinkSwitch || view.wayOut) && (
          <div className="mt-4 grid justify-items-start">
            {view.showsLinkSwitch && (
              <TextButton onClick={actions.switchLink}>
                {emailLink ? 'Use a password instead' : 'Email me a link instead'}
              </TextButton>
            )}
            {view.wayOut && <TextButton onClick={actions.startAgain}>{view.wayOut}</TextButton>}
          </div>
        )}
      </div>
    </>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="link min-h-11 cursor-pointer text-start font-semibold">
      {children}
    </button>
  )
}

function Heading({ state: { stage, page }, isRestart }: { state: State; isRestart: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focused button is gone.
    if (isRestart && document.activeElement === document.body) heading.current?.focus()
  }, [isRestart])
  const isAccount = stage.at === 'already' || isResult(page.name)
  const isStart = !isAccount && stage.at !== 'second' && isStartPage(page.name)
  return (
    <>
      <h1 ref={heading} tabIndex={isRestart ? -1 : undefined} className="text-4xl">
        {isAccount ? 'Your account' : 'Sign in or start'}
      </h1>
      {isStart && (
        <>
          <p className="mt-3 text-lg">We’ll never call. If you use your number, we’ll text a code.</p>
          <p className="mt-3 max-w-136 text-sm text-muted">
            An account may suggest that you stutter, so we treat it as health information. By creating one, you agree to
            that. Our{' '}
            <a href={`${paths.privacy}#health`} className="link">
              privacy policy
            </a>{' '}
            has the details, and you can delete your account at any time.
          </p>
        </>
      )}
    </>
  )
}

type StageMessageProps = { stage: Stage; isMerging: boolean; signOut: () => void }

function StageMessage({ stage, isMerging, signOut }: StageMessageProps) {
  switch (stage.at) {
    case 'leaving':
      return isMerging ? (
        <p role="status" className="text-lg">
          You already have an account, and you’re signed in to it. What you did as a guest stays separate.
        </p>
      ) : (
        <Busy>You are signed in. One moment.</Busy>
      )
    case 'unknown-host':
      return <UnknownHostNotice />
    case 'failed':
      return (
        <Notice kind="bad" live="alert" title="Sign-in isn’t working right now.">
          <p>{stage.text}</p>
          <ClockHint />
          <ReloadButton />
        </Notice>
      )
    case 'already': {
      const { person, next } = stage
      const name = person.email ?? person.phone
      return (
        <div className="grid justify-items-start gap-4">
          <p className="text-lg [overflow-wrap:anywhere]">
            You are signed in
            {name && ` as ${name}`}.
          </p>
          <Button href={next} size="big">
            Continue
          </Button>
          <Button variant="alt" onClick={signOut}>
            Sign out
          </Button>
        </div>
      )
    }
    case 'second':
      return <stage.Step {...stage.step} />
    default:
      return null
  }
}
