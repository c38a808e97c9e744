// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CompatAuth, CompatUser } from '@/components/auth/widget/compat'
import { watchElsewhere } from '@/components/auth/page/elsewhere'
import { storageKeys } from '@/lib/site'

const ada = { uid: 'ada', isAnonymous: false } as CompatUser
const found = vi.fn()
const returned = vi.fn()
const left = vi.fn()
let tell = (_user: CompatUser | null) => {}
let stop = () => {}

beforeEach(() => {
  localStorage.clear()
  found.mockReset()
  returned.mockReset()
  left.mockReset()
  const auth = {
    currentUser: null as CompatUser | null,
    onAuthStateChanged: (next: (user: CompatUser | null) => void) => {
      tell = (user) => {
        auth.currentUser = user
        next(user)
      }
      return () => (tell = () => {})
    },
  }
  stop = watchElsewhere(auth as unknown as CompatAuth, { found, returned, left })
})
afterEach(() => stop())

const hint = (uid: string | null) => {
  if (uid) localStorage.setItem(storageKeys.session, JSON.stringify({ uid }))
  else localStorage.removeItem(storageKeys.session)
}
/** What another tab wrote. */
const hinted = (uid: string | null, key: string = storageKeys.session) => {
  hint(uid)
  dispatchEvent(new StorageEvent('storage', { key }))
}
const shownAgain = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

test('another tab signs somebody in: found, whichever of hint and identity service is first', () => {
  hinted('ada')
  expect(found).not.toHaveBeenCalled()
  tell(ada)
  expect(found).toHaveBeenCalledExactlyOnceWith(ada)
  hinted('ada')
  expect(found).toHaveBeenCalledTimes(2)
})

test('a sign-in on this page is not news, nor after the other tab has signed out again', () => {
  hint('ada')
  tell(ada)
  expect(found).not.toHaveBeenCalled()
  hinted('ada', 'theme')
  expect(found).not.toHaveBeenCalled()
  tell(null)
  hinted('ada')
  hinted(null)
  hint('ada')
  tell(ada)
  expect(found).not.toHaveBeenCalled()
})

test('another tab signs out: told once the identity service has noticed, and only then', () => {
  hint('ada')
  tell(ada)
  hinted(null)
  expect(left).not.toHaveBeenCalled()
  tell(null)
  expect(left).toHaveBeenCalledOnce()
})

test('a sign-in that ends here is told, whoever ended it and whatever other tabs know', () => {
  hint('ada')
  tell(ada)
  tell(null)
  expect(left).toHaveBeenCalledOnce()
  hinted('ada')
  expect(found).not.toHaveBeenCalled()
  tell(ada)
  tell(null)
  expect(left).toHaveBeenCalledTimes(2)
})

test('a guest is nobody yet', () => {
  hinted('ada')
  tell({ ...ada, isAnonymous: true } as CompatUser)
  expect(found).not.toHaveBeenCalled()
})

test('back out of memory: found while the hint agrees, else returned to a page of before', () => {
  hint('ada')
  tell(ada)
  shownAgain(false)
  expect(found).not.toHaveBeenCalled()
  shownAgain(true)
  expect(found).toHaveBeenCalledExactlyOnceWith(ada)
  expect(returned).not.toHaveBeenCalled()
  hint(null)
  shownAgain(true)
  expect(found).toHaveBeenCalledTimes(1)
  expect(returned).toHaveBeenCalledTimes(1)
})

test('stops following', () => {
  stop()
  hinted('ada')
  tell(ada)
  shownAgain(true)
  expect(found).not.toHaveBeenCalled()
  expect(returned).not.toHaveBeenCalled()
})
