import { type Answer, type Failure, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'
import { paths, storageKeys } from '@/lib/site'
import { refreshPlan, isOvertakenSince, loadPlan } from './plan'
import {
  clearCopy,
  forgetCheckout,
  forgetSession,
  hintIn,
  markSignedOut,
  readCopy,
  readHint,
  writeHint,
} from './storage'
import { setSession, markSessionEnded, getSnapshot, type SignedIn, update } from './store'

let isFresh = false
let watching: Promise<void> | undefined
/** The last synced user; repeated announcements share it. */
let synced: { uid: string; recorded: Promise<void>; done: Promise<void> } | undefined
/** Signed out in another tab, unknown to this page's SDK. */
let signedOut: string | undefined

/**
 * Starts the page's session. Idempotent.
 * @param fresh ignores the tab's cached user and plan
 */
export async function startSession({ fresh = false } = {}): Promise<void> {
  listenToOtherTabs()
  // The sign-in page does this after the widget.
  if (isSignInPage()) return
  if (watching) {
    const late = fresh && !isFresh
    isFresh ||= fresh
    const current = getSnapshot()
    return late && current.state === 'in' && typeof current.plan === 'object' ? refreshPlan() : watching
  }
  const hint = readHint()
  if (!hint) return setSession({ state: 'anonymous' })
  const copy = readCopy()
  if (copy && !fresh) {
    const { state } = getSnapshot()
    if (state === 'loading' || state === 'anonymous') {
      setSession({ state: 'in', uid: copy.uid, person: null, user: copy.user, plan: copy.plan })
    }
    return
  }
  isFresh ||= fresh
  const current = getSnapshot()
  if (fresh && current.state === 'in') setSession({ ...current, plan: 'unknown' })
  return openSession()
}

const isSignInPage = () => location.pathname.replace(/\/$/, '') === paths.auth

export function openSession(): Promise<void> {
  listenToOtherTabs()
  return (watching ??= watch().catch(() => {
    watching = undefined
    setSession({ state: 'failed' })
  }))
}

/** Loads the SDK and API client in parallel; errors surface at use. */
function fetchAhead(): void {
  for (const part of [import('@/lib/browser/identity-sdk'), import('@/lib/browser/api')]) part.catch(() => undefined)
}

async function watch() {
  if (readHint()) fetchAhead()
  const { watchPerson } = await import('@/lib/browser/identity')
  await new Promise<void>((resolve, reject) => {
    watchPerson((person) => void onPerson(person).then(resolve, reject)).catch(reject)
  })
}

async function onPerson(person: Person | null) {
  if (person && person.uid === signedOut && !readHint()) return endSdkSession(person.uid)
  signedOut = undefined
  if (!person) {
    synced = undefined
    // A sign-out removes the hint first, so the server or SDK ended this session.
    if (readHint() || hasEnded()) return markSessionEnded()
    forgetSession()
    return setSession({ state: 'anonymous' })
  }
  await syncPerson(person)
}

function hasEnded(): boolean {
  const current = getSnapshot()
  return current.state === 'anonymous' && current.ended === true
}

/**
 * Loads record and plan from the server.
 * @param changed rewrites the record, for changes that the provider does not announce
 */
export function syncPerson(person: Person, changed = false): Promise<void> {
  if (!changed && synced?.uid === person.uid) return synced.done
  return begin(person, changed).done
}

/** Like `syncPerson`, but resolves once the record is known or refused. */
export function syncRecord(person: Person, changed = false): Promise<void> {
  if (!changed && synced?.uid === person.uid) return synced.recorded
  return begin(person, changed).recorded
}

function begin(person: Person, changed: boolean) {
  let resolveRecorded = () => {}
  const recorded = new Promise<void>((resolve) => {
    resolveRecorded = resolve
  })
  const mine = { uid: person.uid, recorded, done: Promise.resolve() }
  synced = mine
  mine.done = load({ person, changed, isLatest: () => synced === mine, recorded: resolveRecorded }).finally(
    resolveRecorded,
  )
  return mine
}

type Loading = { person: Person; changed: boolean; isLatest: () => boolean; recorded: () => void }

async function load({ person, changed, isLatest, recorded }: Loading) {
  const { uid } = person
  /** The SDK may have dropped the user without a reason. */
  const refuse = (answer: Answer<unknown> | null) => {
    const refused = answer?.status === 401 && (isLatest() || hasEnded())
    if (refused) endBy(answer)
    return refused
  }
  if (person.guest) {
    forgetSession()
    setSession({ state: 'guest', person })
    const record = await callApi((api) => recordOf(api, person, changed))
    refuse(record)
    return
  }
  writeHint(uid)
  const known = (changed && shownOf(uid)) || (isFresh ? null : readCopy())
  setSession({ state: 'in', uid, person, user: known?.user ?? null, plan: known?.plan ?? 'unknown' })
  const isOvertaken = isOvertakenSince()
  const recording = callApi((api) => recordOf(api, person, changed)).then((record) => {
    const isRefused = refuse(record)
    recorded()
    return { record, isRefused }
  })
  const [{ record, isRefused }, plan] = await Promise.all([
    recording,
    typeof known?.plan === 'object' ? null : loadPlan(uid),
  ])
  if (isRefused || refuse(plan) || !isLatest()) return
  update(uid, {
    ...(isOk(record) ? { user: record.data } : {}),
    ...(plan && !isOvertaken() ? { plan: isOk(plan) ? plan.data : 'failed' } : {}),
  })
}

function shownOf(uid: string): SignedIn | null {
  const current = getSnapshot()
  return current.state === 'in' && current.uid === uid ? current : null
}

function endBy(refusal: Failure) {
  synced = undefined
  markSessionEnded(refusal)
}

/**
 * Signs out in every tab; the page stays.
 * @param uid only if this user is signed in
 * @throws if the SDK cannot be loaded
 */
export async function signOut(uid?: string): Promise<void> {
  const { signOutSdk: endSession } = await import('@/lib/browser/identity')
  const current = getSnapshot()
  if (uid !== undefined && current.state === 'in' && current.uid !== uid) return
  synced = undefined
  const hinted = readHint()?.uid
  forgetSession()
  forgetCheckout()
  await endSession().catch(() => undefined)
  // Another tab may have rewritten the hint.
  if (readHint()?.uid === hinted) forgetSession()
  setSession({ state: 'anonymous' })
}

/** Signs out and goes home, if online. */
export async function leave(): Promise<boolean> {
  await signOut()
  const goes = navigator.onLine
  if (!goes) return false
  markSignedOut()
  location.assign(paths.home)
  return true
}

/** Follows a sign-out in another tab. The SDK notices a second later, and could refresh the token before. */
async function endSdkSession(uid: string): Promise<void> {
  const { signOutSdk: endSession } = await import('@/lib/browser/identity')
  await endSession(uid).catch(() => undefined)
}

let listening = false

function listenToOtherTabs() {
  if (listening) return
  listening = true
  addEventListener('storage', (event) => {
    if (event.key !== storageKeys.session && event.key !== null) return
    const before = hintIn(event.oldValue)?.uid ?? synced?.uid
    if (!readHint() && before) {
      signedOut = before
      if (watching) void endSdkSession(before)
    }
    followHint()
  })
  // A page restored from the back-forward cache missed storage events.
  let left = ''
  addEventListener('pagehide', () => (left = JSON.stringify(readHint())))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && JSON.stringify(readHint()) !== left) followHint()
  })
}

function followHint() {
  const hint = readHint()
  const current = getSnapshot()
  if (!hint) {
    synced = undefined
    clearCopy()
    if (current.state === 'in') setSession({ state: 'anonymous' })
  } else if (current.state === 'in' && current.uid === hint.uid) {
    void refreshPlan()
  } else if (!isSignInPage()) {
    clearCopy()
    void (watching ? undefined : startSession({ fresh: isFresh }))
  }
}

type Calls = {
  getUser: (uid: string) => Promise<Answer<User>>
  insertOrUpdate: (person: Person, write: 'fill' | 'replace') => Promise<Answer<User>>
}

/** Without an answer or after a refusal, never create a record. */
const neverInsert = new Set([0, 401, 403])

/**
 * Loads the stored record, or creates it once.
 * Other failures also create, as specified, but only fill missing fields. `changed` writes first and replaces.
 */
export async function recordOf(calls: Calls, person: Person, changed = false): Promise<Answer<User>> {
  if (!changed) {
    const first = await calls.getUser(person.uid)
    if (isOk(first) || neverInsert.has(first.status)) return first
  }
  const written = await calls.insertOrUpdate(person, changed ? 'replace' : 'fill')
  if (!isOk(written) && neverInsert.has(written.status)) return written
  return calls.getUser(person.uid)
}
