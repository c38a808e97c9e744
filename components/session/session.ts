'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { type Answer, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Person } from '@/lib/browser/identity'
import { inPageLanguage, pagePath } from '@/lib/browser/page-address'
import { isStorageSilent } from '@/lib/browser/sdk-error'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { User } from '@/lib/contract/user'
import { paths, storageKeys } from '@/lib/site'
import { isSubscriber, planStateOf } from './plan-state'
import {
  clearCachedSession,
  forgetCheckout,
  forgetSession,
  hintIn,
  markPlanChanged,
  markSignedOut,
  mayHavePaid,
  readCachedSession,
  readHint,
  rememberCheckout,
  writeHint,
  setSession,
  markSessionEnded,
  getSnapshot,
  type SignedIn,
  update,
  getServerSnapshot,
  type Session,
  subscribe,
} from './store'

let ignoresCache = false
let sessionPromise: Promise<void> | undefined
/** The last synced user; repeated announcements share it. */
let latestSync: { uid: string; done: Promise<void> } | undefined
/** Signed out in another tab, unknown to this page's SDK. */
let uidSignedOutElsewhere: string | undefined

/** Idempotent. @param fresh ignores the tab's cached user and plan */
export async function startSession({ fresh = false } = {}): Promise<void> {
  listenToOtherTabs()
  // The sign-in page does this after the widget.
  if (isSignInPage()) return
  const isFirstFresh = fresh && !ignoresCache
  ignoresCache ||= fresh
  const current = getSnapshot()
  if (sessionPromise) {
    const hasPlan = current.state === 'in' && typeof current.plan === 'object'
    return isFirstFresh && hasPlan ? refreshPlan() : sessionPromise
  }
  if (!readHint()) return setSession({ state: 'anonymous' })
  const cached = fresh ? null : readCachedSession()
  if (cached) {
    if (current.state !== 'loading' && current.state !== 'anonymous') return
    return setSession({ state: 'in', uid: cached.uid, person: null, user: cached.user, plan: cached.plan })
  }
  if (fresh && current.state === 'in') setSession({ ...current, plan: 'unknown' })
  return openSession()
}

const isSignInPage = () => pagePath() === paths.auth

export function openSession(): Promise<void> {
  listenToOtherTabs()
  return (sessionPromise ??= watch().catch((cause: unknown) => {
    sessionPromise = undefined
    setSession({ state: 'failed', isStorageSilent: isStorageSilent(cause) })
  }))
}

async function watch() {
  // In parallel; errors surface at use.
  if (readHint())
    for (const part of [import('@/lib/browser/identity-sdk'), import('@/lib/browser/api')]) part.catch(() => undefined)
  const { watchPerson } = await import('@/lib/browser/identity')
  await new Promise<void>((resolve, reject) => {
    watchPerson((person) => void onPerson(person).then(resolve, reject)).catch(reject)
  })
}

async function onPerson(person: Person | null) {
  if (person && person.uid === uidSignedOutElsewhere && !readHint()) return endSdkSession(person.uid)
  uidSignedOutElsewhere = undefined
  if (!person) {
    latestSync = undefined
    // A sign-out removes the hint first, so the server or SDK ended this session.
    if (readHint() || isMarkedEnded()) return markSessionEnded()
    forgetSession()
    return setSession({ state: 'anonymous' })
  }
  await syncPerson(person)
}

function isMarkedEnded(): boolean {
  const current = getSnapshot()
  return current.state === 'anonymous' && current.ended === true
}

/** @param changed rewrites the record, for changes that the provider does not announce */
export function syncPerson(person: Person, changed = false): Promise<void> {
  if (!changed && latestSync?.uid === person.uid) return latestSync.done
  const sync = { uid: person.uid, done: Promise.resolve() }
  latestSync = sync
  sync.done = syncUser(person, changed, () => latestSync === sync)
  return sync.done
}

async function syncUser(person: Person, changed: boolean, isLatest: () => boolean) {
  const { uid } = person
  /** The SDK may have dropped the user without a reason. */
  const endIfRefused = (answer: Answer<unknown> | null) => {
    if (answer?.status !== 401 || !(isLatest() || isMarkedEnded())) return false
    latestSync = undefined
    markSessionEnded(answer)
    return true
  }
  if (person.guest) {
    forgetSession()
    setSession({ state: 'guest', person })
    endIfRefused(await callApi((api) => loadOrCreateRecord(api, person, changed)))
    return
  }
  writeHint(uid)
  const cached = (changed && signedInAs(uid)) || (ignoresCache ? null : readCachedSession())
  setSession({ state: 'in', uid, person, user: cached?.user ?? null, plan: cached?.plan ?? 'unknown' })
  const isOutdated = watchForNewerPlan()
  const [record, plan] = await Promise.all([
    callApi((api) => loadOrCreateRecord(api, person, changed)),
    typeof cached?.plan === 'object' ? null : loadPlan(uid),
  ])
  if (endIfRefused(record) || endIfRefused(plan) || !isLatest()) return
  update(uid, {
    ...(isOk(record) ? { user: record.data } : {}),
    ...(plan && !isOutdated() ? { plan: isOk(plan) ? plan.data : 'failed' } : {}),
  })
}

function signedInAs(uid: string): SignedIn | null {
  const current = getSnapshot()
  return current.state === 'in' && current.uid === uid ? current : null
}

/** Signs out in every tab; the page stays. @param uid only this user @throws if the SDK cannot be loaded */
export async function signOut(uid?: string): Promise<void> {
  const { signOutSdk } = await import('@/lib/browser/identity')
  const current = getSnapshot()
  if (uid !== undefined && current.state === 'in' && current.uid !== uid) return
  latestSync = undefined
  const hintedUid = readHint()?.uid
  forgetSession()
  forgetCheckout()
  await signOutSdk().catch(() => undefined)
  // Another tab may have rewritten the hint.
  if (readHint()?.uid === hintedUid) forgetSession()
  setSession({ state: 'anonymous' })
}

/** Signs out and goes home, if online. */
export async function signOutAndGoHome(): Promise<boolean> {
  await signOut()
  if (!navigator.onLine) return false
  markSignedOut()
  location.assign(inPageLanguage(paths.home))
  return true
}

/** Follows a sign-out in another tab. The SDK notices a second later, and could refresh the token before. */
async function endSdkSession(uid: string): Promise<void> {
  const { signOutSdk } = await import('@/lib/browser/identity')
  await signOutSdk(uid).catch(() => undefined)
}

let isListening = false

function listenToOtherTabs() {
  if (isListening) return
  isListening = true
  addEventListener('storage', (event) => {
    if (event.key !== storageKeys.session && event.key !== null) return
    const before = hintIn(event.oldValue)?.uid ?? latestSync?.uid
    if (!readHint() && before) {
      uidSignedOutElsewhere = before
      if (sessionPromise) void endSdkSession(before)
    }
    followHint()
  })
  // A page restored from the back-forward cache missed storage events.
  let hintWhenHidden = ''
  addEventListener('pagehide', () => (hintWhenHidden = JSON.stringify(readHint())))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && JSON.stringify(readHint()) !== hintWhenHidden) followHint()
  })
}

function followHint() {
  const hint = readHint()
  const current = getSnapshot()
  if (!hint) {
    latestSync = undefined
    clearCachedSession()
    if (current.state === 'in') setSession({ state: 'anonymous' })
  } else if (current.state === 'in' && current.uid === hint.uid) {
    void refreshPlan()
  } else if (!isSignInPage()) {
    clearCachedSession()
    void (sessionPromise ? undefined : startSession({ fresh: ignoresCache }))
  }
}

type Calls = {
  getUser: (uid: string) => Promise<Answer<User>>
  insertOrUpdate: (person: Person, write: 'fill' | 'replace') => Promise<Answer<User>>
}

/** Without an answer or after a refusal, never create a record. */
const neverInsert = new Set([0, 401, 403])

/**
 * Loads the stored record. As specified, any failure outside `neverInsert` creates it, filling only missing fields.
 * @param changed writes first, and replaces stored fields
 */
export async function loadOrCreateRecord(calls: Calls, person: Person, changed = false): Promise<Answer<User>> {
  if (!changed) {
    const readAnswer = await calls.getUser(person.uid)
    if (isOk(readAnswer) || neverInsert.has(readAnswer.status)) return readAnswer
  }
  const writeAnswer = await calls.insertOrUpdate(person, changed ? 'replace' : 'fill')
  if (!isOk(writeAnswer) && neverInsert.has(writeAnswer.status)) return writeAnswer
  return calls.getUser(person.uid)
}

export async function refreshPlan(): Promise<void> {
  const current = getSnapshot()
  if (current.state !== 'in') return
  const { uid } = current
  clearCachedSession()
  update(uid, { plan: 'unknown' })
  planVersion += 1
  const isOutdated = watchForNewerPlan()
  const answer = await loadPlan(uid)
  if (answer.status === 401) return signedInAs(uid) ? markSessionEnded() : undefined
  if (!isOutdated()) update(uid, { plan: isOk(answer) ? answer.data : 'failed' })
}

let planVersion = 0

/** Returns a check whether a newer plan was requested or applied. */
function watchForNewerPlan(): () => boolean {
  const version = planVersion
  return () => planVersion !== version
}

const isRunning = (plan: CurrentPlan) => isSubscriber(planStateOf(plan))

/**
 * Loads the plan, after a checkout from the provider first. If that fails, only a stored running plan counts, since "no
 * plan" would invite a second payment.
 */
export async function loadPlan(uid: string): Promise<Answer<CurrentPlan>> {
  const read = () => callApi((api) => api.currentPlan(uid))
  if (!mayHavePaid(uid) || isThankYouPage()) return read()
  const synced = await callApi((api) => api.billingSync(uid))
  if (synced.status === 401) return synced
  if (isOk(synced)) {
    forgetCheckout()
    return synced
  }
  const stored = await read()
  if (!isOk(stored) || !isRunning(stored.data)) return stored.status === 401 ? stored : synced
  forgetCheckout()
  return stored
}

const isThankYouPage = () => pagePath() === paths.thankyou

/** Applies a plan and notifies other tabs, unless another user has signed in. */
export function applyPlan(uid: string, plan: CurrentPlan) {
  if (!signedInAs(uid)) return
  if (isRunning(plan)) forgetCheckout()
  planVersion += 1
  markPlanChanged(uid)
  update(uid, { plan })
}

/** Call before leaving to pay: the next page will ask the provider. */
export function leaveForCheckout(uid: string) {
  if (!signedInAs(uid)) return
  markPlanChanged(uid)
  rememberCheckout(uid)
}

export function useSession(): Session {
  useEffect(() => void startSession({ fresh: true }), [])
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}
