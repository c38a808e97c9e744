'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { ClockHint, ReloadButton, UnknownHostNotice } from '@/components/session/notices'
import { openSession, signOutAndGoHome } from '@/components/session/session'
import { Busy } from '@/components/ui/busy'
import { Button, linkTo } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isUnknownHost, publicConfig } from '@/lib/browser/config'
import { untilStorageIsSilent } from '@/lib/browser/identity'
import { storeHealthConsent } from '@/lib/browser/health-consent'
import { isStorageSilent } from '@/lib/browser/sdk-error'
import { sdkTimeoutMs } from '@/lib/browser/time'
import { defaultLocale, isolate, type Locale } from '@/lib/locales'
import { limits, paths } from '@/lib/site'
import { inLanguageOfLink, requestedVisit } from './address'
import type { Words } from './answers'
import { Controller } from './controller'
import type { Library } from './widget'
import { openAddress, readRedirect, storageProblem, storeRedirect } from './history'
import { ConsentBox, ConsentStep, InAppNotice, StorageBlocked, PageNote, VisitChoice } from './notices'
import {
  asksForConsent,
  isFirst,
  isResult,
  isStartPage,
  createStore,
  viewOf,
  type Stage,
  type State,
  type Store,
} from './state'
import '@/components/auth/accessibility/widget.css'

export const containerId = 'firebaseui-auth-container'

/** Waits for the widget's container, logging each attempt. */
export async function findContainer(): Promise<HTMLElement> {
  for (;;) {
    const found = document.getElementById(containerId)
    console.info(found ? 'Sign-in container found.' : 'Looking for the sign-in container.')
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, limits.containerPollMs))
  }
}

/** Other languages are made from the package at build (`lib/i18n/widget-variants.ts`). */
const loadLibrary = (locale: Locale): Promise<Library> =>
  locale === defaultLocale ? import('firebaseui') : import(`../../.cache/widget/${locale}.js`)

/** Loads and mounts the widget. Returns null if a user is signed in, and throws if it cannot be loaded. */
export async function openSignIn(store: Store, words: Words): Promise<Controller | null> {
  const moved = inLanguageOfLink(location.href)
  if (moved) {
    location.replace(moved)
    return null
  }
  const [{ signIn: settings }, container, { openCompat, firstUser }, widgetModule, library] = await Promise.all([
    publicConfig(),
    findContainer(),
    import('./sdk'),
    import('./adapter'),
    loadLibrary(words.locale),
  ])
  const address = openAddress(settings)
  const redirect = readRedirect()
  // A tick of an abandoned visit may be another person's.
  if (!redirect && address.mode() !== 'signIn') storeHealthConsent(false)
  const email = settings.signInOptions.find(({ provider }) => provider === 'password')
  store.set({
    settings,
    visit: requestedVisit(location.search),
    emailLink:
      address.mode() === 'signIn' ||
      address.incomplete === 'signIn' ||
      redirect?.byLink === true ||
      email?.signInMethod === 'emailLink',
    returnedFrom: redirect?.provider ?? null,
    note: address.incomplete && { kind: 'link', problem: 'incomplete', mode: address.incomplete },
  })
  const compat = await openCompat(words.locale)
  // After the compat app, which the session reuses.
  void openSession()
  const user = await untilStorageIsSilent(firstUser(compat.auth), sdkTimeoutMs)
  const controller = new Controller({ store, words, address, compat, container })
  controller.watchSession()
  if (user && !user.isAnonymous && !address.ignoresUser) {
    storeRedirect(null)
    controller.showUser(user)
    return null
  }
  await controller.mount(widgetModule, library)
  return controller
}

function failureOf(cause: unknown, { auth, identity }: Words): Stage {
  if (isUnknownHost()) return { at: 'unknown-host' }
  if (cause instanceof Error && cause.name === 'IdentityOff') return { at: 'failed', text: auth('off') }
  if (isStorageSilent(cause)) return { at: 'failed', text: identity('silentStorage') }
  const notLoaded = document.documentElement.dataset.browser === 'old' ? auth('tooOld') : auth('notLoaded')
  return { at: 'failed', text: storageProblem() ? identity('noStorage') : notLoaded }
}

function useSignIn() {
  const [store] = useState(createStore)
  const [words] = useState<Words>({
    locale: useLocale(),
    auth: useTranslations('auth'),
    requests: useTranslations('requests'),
    identity: useTranslations('identity'),
  })
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  const controller = useRef<Controller | null>(null)
  const hasStarted = useRef(false)

  useEffect(() => {
    // Strict mode runs effects twice.
    if (hasStarted.current) return
    hasStarted.current = true
    openSignIn(store, words).then(
      (opened) => {
        controller.current = opened
      },
      (cause: unknown) => store.set({ stage: failureOf(cause, words) }),
    )
  }, [store, words])

  const view = viewOf(state)
  return {
    state,
    view,
    setConsent: (isGiven: boolean) => controller.current?.setConsent(isGiven),
    chooseVisit: (visit: typeof state.visit) => controller.current?.chooseVisit(visit),
    switchLink: () => controller.current?.chooseLink(!state.emailLink),
    openPopup: () => view.noteProvider && controller.current?.openPopup(view.noteProvider),
    newLink: () => controller.current?.newLink(),
    startAgain: () => controller.current?.startAgain(),
    signOut: () => {
      // A user who is no longer shown does not reload the page, which leaves.
      store.set({ stage: { at: 'loading' } })
      signOutAndGoHome().then(
        (isLeaving) => void (isLeaving || location.reload()),
        () => location.reload(),
      )
    },
  }
}

type SignInProps = {
  /** In place of the form while it loads. */
  skeleton?: ReactNode
  /** Between the heading and the form. */
  children?: ReactNode
}

export function SignIn({ skeleton, children }: SignInProps) {
  const { state, view, ...actions } = useSignIn()
  const { note, emailLink, visit, stage } = state
  const t = useTranslations('auth')
  const isBlocked = (stage.at === 'stuck' || stage.at === 'failed') && storageProblem() === 'blocked'
  return (
    <>
      <Heading state={state} />
      <div className="mt-8 *:mb-4">{children}</div>
      <div className="min-h-184 max-w-104">
        {view.isLoading && skeleton}
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
        {view.isUnknownAddress && (
          <div className="mb-6">
            <Notice kind="warn" live="status" title={t('unknownAddress')} />
          </div>
        )}
        {view.showsChoice && (
          <VisitChoice
            visit={visit}
            emailLink={emailLink}
            showsHint={isFirst(state.page.name)}
            hint={view.choiceHint && t(`hint.${view.choiceHint}`)}
            onChoose={actions.chooseVisit}
          />
        )}
        {asksForConsent(state) && (
          <ConsentBox isGiven={state.hasConsent} refusals={state.consentRefusals} onChange={actions.setConsent} />
        )}
        {/* Nothing is in progress while an interrupted call waits for the visitor. */}
        <div id={containerId} hidden={view.hidesWidget} data-paused={note?.kind === 'interrupted' || undefined} />
        {view.isSignUp && <p className="mt-4 text-sm text-muted">{t('confirmNote')}</p>}
        {(view.showsLinkSwitch || view.wayOut) && (
          <div className="mt-4 grid justify-items-start">
            {view.showsLinkSwitch && (
              <TextButton onClick={actions.switchLink}>{emailLink ? t('usePassword') : t('useLink')}</TextButton>
            )}
            {view.wayOut && <TextButton onClick={actions.startAgain}>{t(`wayOut.${view.wayOut}`)}</TextButton>}
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

function Heading({ state: { stage, page } }: { state: State }) {
  const t = useTranslations('auth')
  const isAccount = stage.at === 'already' || isResult(page.name)
  const isStart = !isAccount && stage.at !== 'second' && isStartPage(page.name)
  return (
    <>
      <h1 className="text-4xl">{isAccount ? t('heading.account') : t('heading.start')}</h1>
      {isStart && (
        <>
          <p className="mt-3 text-lg">{t('noCalls')}</p>
          <p className="mt-3 max-w-136 text-sm text-muted">
            {t.rich('health', {
              link: linkTo(`${paths.privacy}#health`),
            })}
          </p>
        </>
      )}
    </>
  )
}

type StageMessageProps = { stage: Stage; isMerging: boolean; signOut: () => void }

function StageMessage({ stage, isMerging, signOut }: StageMessageProps) {
  const t = useTranslations('auth')
  const locale = useLocale()
  switch (stage.at) {
    case 'leaving':
      return isMerging ? (
        <p role="status" className="text-lg">
          {t('leaving.merged')}
        </p>
      ) : (
        <Busy>{t('leaving.text')}</Busy>
      )
    case 'unknown-host':
      return <UnknownHostNotice />
    case 'failed':
      return (
        <Notice kind="bad" live="alert" title={t('failedTitle')}>
          <p>{stage.text}</p>
          <ClockHint />
          <ReloadButton />
        </Notice>
      )
    case 'already': {
      const { person, next } = stage
      const name = person.email ?? person.phone ?? ''
      return (
        <div className="grid justify-items-start gap-4">
          <p className="text-lg [overflow-wrap:anywhere]">
            {t('already.text', { named: name ? 'yes' : 'other', name: isolate(name, locale) })}
          </p>
          <Button href={next} size="big">
            {t('already.continue')}
          </Button>
          <Button variant="alt" onClick={signOut}>
            {t('already.signOut')}
          </Button>
        </div>
      )
    }
    case 'consent':
      return <ConsentStep onAgree={stage.onAgree} onDecline={stage.onDecline} />
    case 'second':
      return <stage.Step {...stage.step} />
    default:
      return null
  }
}
