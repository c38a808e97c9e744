import { type Answer, type Failure, isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'
import { paths, storageKeys } from '@/lib/site'
import { askPlan, overtaken, planAfterPaying } from './plan'
import { clearCopy, forgetLeftToPay, forgetSession, hintIn, readCopy, readHint, writeHint } from './storage'
import { become, endHere, getSnapshot, type SignedIn, update } from './store'

let asksAfresh = false
let watching: Promise<void> | undefined
/** The person that is being settled or has been; a second announcement of the same one waits for the first. */
let settled: { uid: string; recorded: Promise<void>; done: Promise<void> } | undefined
/** Whom another tab has signed out, until the identity SDK of this page knows. */
let signedOut: string | undefined

/**
 * Starts the session of this page; calling it again does no harm. Nobody signed in here before:
 * anonymous at once. This tab knows person and plan already: that copy, and nothing is loaded.
 * @param fresh for pages about the plan and the person themselves: the copy is not enough
 */
export async function startSession({ fresh = false } = {}): Promise<void> {
  listenToOtherTabs()
  // The sign-in page opens the session itself, once the widget has opened the identity SDK.
  if (isSignInPage()) return
  if (watching) {
    const late = fresh && !asksAfresh
    asksAfresh ||= fresh
    const current = getSnapshot()
    return late && current.state === 'in' && typeof current.plan === 'object' ? askPlan() : watching
  }
  const hint = readHint()
  if (!hint) return become({ state: 'anonymous' })
  const copy = readCopy()
  if (copy && !fresh) {
    const { state } = getSnapshot()
    if (state === 'loading' || state === 'anonymous') {
      become({ state: 'in', uid: copy.uid, person: null, user: copy.user, plan: copy.plan })
    }
    return
  }
  asksAfresh ||= fresh
  const current = getSnapshot()
  if (fresh && current.state === 'in') become({ ...current, plan: 'unknown' })
  return openSession()
}

const isSignInPage = () => location.pathname.replace(/\/$/, '') === paths.auth

/** Loads the identity SDK and follows the person from now on. */
export function openSession(): Promise<void> {
  listenToOtherTabs()
  return (watching ??= watch().catch(() => {
    watching = undefined
    become({ state: 'failed' })
  }))
}

/** What is needed one after the other comes at once: each would be a round of its own. A failure is said where it is used. */
function fetchAhead(): void {
  for (const part of [import('@/lib/browser/identity-sdk'), import('@/lib/browser/api')]) part.catch(() => undefined)
}

async function watch() {
  // A visitor who only looks at the sign-in page has no use for them.
  if (readHint()) fetchAhead()
  const { watchPerson } = await import('@/lib/browser/identity')
  await new Promise<void>((resolve, reject) => {
    watchPerson((person) => void arrive(person).then(resolve, reject)).catch(reject)
  })
}

async function arrive(person: Person | null) {
  if (person && person.uid === signedOut && !readHint()) return letGo(person.uid)
  signedOut = undefined
  if (!person) {
    settled = undefined
    // Whoever signs out takes the hint away first: where it still is, the sign-in was ended by somebody else.
    if (readHint() || hasEnded()) return endHere()
    forgetSession()
    return become({ state: 'anonymous' })
  }
  await settle(person)
}

function hasEnded(): boolean {
  const current = getSnapshot()
  return current.state === 'anonymous' && current.ended === true
}

/**
 * Makes the person known to the server and to the page: record and plan are asked for side by side.
 * Repeated announcements of the same person share one round.
 * @param changed the provider changed something that it does not announce; the record is written again
 */
export function settle(person: Person, changed = false): Promise<void> {
  if (!changed && settled?.uid === person.uid) return settled.done
  return begin(person, changed).done
}

/** Like `settle`, but resolves when the record is known or refused, and does not wait for the plan. */
export function settleRecord(person: Person, changed = false): Promise<void> {
  if (!changed && settled?.uid === person.uid) return settled.recorded
  return begin(person, changed).recorded
}

function begin(person: Person, changed: boolean) {
  let tell = () => {}
  const recorded = new Promise<void>((resolve) => {
    tell = resolve
  })
  // A round that a newer one has overtaken has nothing more to say.
  const mine = { uid: person.uid, recorded, done: Promise.resolve() }
  settled = mine
  mine.done = round(person, changed, () => settled === mine, tell).finally(tell)
  return mine
}

async function round(person: Person, changed: boolean, isLatest: () => boolean, recorded: () => void) {
  const { uid } = person
  /** The identity SDK may have told already that it let the person go, and knows not why. */
  const refuse = (answer: Answer<unknown> | null) => {
    const refused = answer?.status === 401 && (isLatest() || hasEnded())
    if (refused) over(answer)
    return refused
  }
  if (person.guest) {
    forgetSession()
    become({ state: 'guest', person })
    const record = await ask((api) => recordOf(api, person, changed))
    refuse(record)
    return
  }
  writeHint(uid)
  // What the page shows of a person stays while a change of theirs is written.
  const known = (changed && shownOf(uid)) || (asksAfresh ? null : readCopy())
  become({ state: 'in', uid, person, user: known?.user ?? null, plan: known?.plan ?? 'unknown' })
  const isOvertaken = overtaken()
  const recording = ask((api) => recordOf(api, person, changed)).then((record) => {
    const isRefused = refuse(record)
    recorded()
    return { record, isRefused }
  })
  const [{ record, isRefused }, plan] = await Promise.all([
    recording,
    typeof known?.plan === 'object' ? null : planAfterPaying(uid),
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

/** Our server does not know this sign-in any more. */
function over(refusal: Failure) {
  settled = undefined
  endHere(refusal)
}

/**
 * Signs out here and in every other tab; the page stays, and shows itself as to a visitor.
 * @param uid whom: somebody else who has signed in meanwhile stays; without it, whoever is here
 * @throws when the SDK cannot be loaded: then nobody is signed out
 */
export async function signOut(uid?: string): Promise<void> {
  const { endSession } = await import('@/lib/browser/identity')
  const current = getSnapshot()
  if (uid !== undefined && current.state === 'in' && current.uid !== uid) return
  settled = undefined
  const hinted = readHint()?.uid
  forgetSession()
  forgetLeftToPay()
  await endSession().catch(() => undefined)
  // A tab that had found the person just before that has written the hint anew.
  if (readHint()?.uid === hinted) forgetSession()
  become({ state: 'anonymous' })
}

/**
 * Signs out and goes home; without a connection the page stays, since no other would come. Throws as `signOut` does.
 * @returns whether it goes
 */
export async function leave(): Promise<boolean> {
  await signOut()
  const goes = navigator.onLine
  if (goes) location.assign(paths.home)
  return goes
}

/**
 * Ends a sign-in that another tab has ended. By itself the SDK notices only a second later, and whatever it is asking
 * for the person meanwhile it writes back when it is answered: they would be signed in again, in every tab.
 */
async function letGo(uid: string): Promise<void> {
  const { endSession } = await import('@/lib/browser/identity')
  await endSession(uid).catch(() => undefined)
}

let listening = false

/** Another tab signed in, signed out or changed the plan; or this page did not look when one did. */
function listenToOtherTabs() {
  if (listening) return
  listening = true
  addEventListener('storage', (event) => {
    if (event.key !== storageKeys.session && event.key !== null) return
    const before = hintIn(event.oldValue)?.uid ?? settled?.uid
    if (!readHint() && before) {
      signedOut = before
      if (watching) void letGo(before)
    }
    hear()
  })
  // Out of the browser's memory a page comes back as it was left, and nobody told it what happened since.
  let left = ''
  addEventListener('pagehide', () => (left = JSON.stringify(readHint())))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && JSON.stringify(readHint()) !== left) hear()
  })
}

function hear() {
  const hint = readHint()
  const current = getSnapshot()
  if (!hint) {
    settled = undefined
    clearCopy()
    if (current.state === 'in') become({ state: 'anonymous' })
  } else if (current.state === 'in' && current.uid === hint.uid) {
    void askPlan()
  } else if (!isSignInPage()) {
    clearCopy()
    void (watching ? undefined : startSession({ fresh: asksAfresh }))
  }
}

type Calls = {
  getUser: (uid: string) => Promise<Answer<User>>
  insertOrUpdate: (person: Person, write: 'fill' | 'replace') => Promise<Answer<User>>
}

/** No answer at all, or a refusal: reasons to say so, never to write a record. */
const neverInsert = new Set([0, 401, 403])

/**
 * The stored record of a person who has just become known: asked for; not there, created once and
 * asked for once more.
 *
 * Every answer but 200 leads to that one creation, as the specification says, also a 503. Such an
 * answer tells nothing of what is stored, and what this browser knows of the person may be older
 * than it: so this creation only fills what the stored record lacks, and replaces nothing in it.
 * `changed` writes first, and replaces, for changes that the provider does not announce, such as
 * linking, a guest's upgrade or a new name.
 * @returns the last answer, whatever it is
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
