import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Consent, PrivacyChoices } from '@/components/site/consent'
import { consentScript } from '@/components/site/consent-script'
import { storageKeys } from '@/lib/site'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const root = document.documentElement
const addresses = {
  CHAT_SCRIPT_URL: 'https://chat.example/c.js',
  ANALYTICS_SCRIPT_URL: 'https://count.example/a.js',
  HEATMAP_SCRIPT_URL: 'https://heat.example/h.js',
}
function run() {
  runPageScript(consentScript)
  dispatchEvent(new Event('load'))
}

function show({ path = '/', heatmap = true, host = 'localhost', gpc = false } = {}) {
  vi.stubGlobal('location', Object.assign(new URL(`http://${host}${path}`), { reload: vi.fn() }))
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: gpc || undefined, configurable: true })
  render(
    <>
      <Consent path={path} heatmap={heatmap} />
      <ul>
        <PrivacyChoices className="" />
      </ul>
    </>,
  )
  run()
}

const loaded = () => [...document.body.querySelectorAll(':scope > script')].map((script) => script.getAttribute('src'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const choice = () => localStorage.getItem(storageKeys.consent)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const [name, value] of Object.entries(addresses)) vi.stubEnv(name, value)
  // Appending a script must not fetch it here.
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      const mark = document.createElement('script')
      mark.type = 'text/plain'
      mark.setAttribute('src', (node as HTMLScriptElement).src)
      document.body.appendChild(mark)
    }
  })
})
afterEach(() => {
  endPage()
  for (const script of document.body.querySelectorAll(':scope > script')) script.remove()
  for (const name of ['consent', 'choices', 'gpc']) delete root.dataset[name]
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('before a choice', () => {
  it('asks without loading or storing anything', () => {
    show()
    expect(root.dataset.consent).toBe('ask')
    expect(loaded()).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it('offers two equal, named answers', () => {
    show()
    const bar = within(screen.getByRole('region', { name: 'Privacy choices' }))
    const [no, yes] = [bar.getByRole('button', { name: 'Decline' }), bar.getByRole('button', { name: 'Accept' })]
    expect(no.className).toBe(yes.className)
    expect(bar.getByText(/live chat, visitor statistics, and a click map/)).toBeTruthy()
  })

  it('is missing if no script is configured', () => {
    vi.unstubAllEnvs()
    show()
    expect(screen.queryByRole('region')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a choice', () => {
  it.each([
    ['unhurried.example', true, 3],
    ['staging.unhurried.example', true, 2],
    ['unhurried.example', false, 2],
  ])('at %s, with heatmap requested: %s, loads %d scripts', async (host, heatmap, count) => {
    show({ host, heatmap })
    await press('Accept')
    expect(loaded()).toHaveLength(count)
    expect(choice()).toBe('accepted')
  })

  it('Decline loads nothing and is remembered', async () => {
    show()
    await press('Decline')
    expect(root.dataset.consent).toBe('declined')
    expect([choice(), loaded()]).toEqual(['declined', []])
  })

  it('is shared with other tabs', () => {
    show()
    localStorage.setItem(storageKeys.consent, 'accepted')
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.consent }))
    expect(root.dataset.consent).toBe('accepted')
    expect(loaded()).toHaveLength(2)
  })
})

describe('changing it', () => {
  it('from the footer: focuses the bar, and Escape returns the focus', async () => {
    localStorage.setItem(storageKeys.consent, 'declined')
    show()
    await press('Privacy choices')
    expect(root.dataset.choices).toBe('open')
    expect(document.activeElement?.id).toBe('consent')
    await userEvent.keyboard('{Escape}')
    expect(root.dataset.choices).toBeUndefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Privacy choices' }))
  })

  it('withdrawing reloads the page and removes only the scripts’ data', async () => {
    localStorage.setItem(storageKeys.consent, 'accepted')
    localStorage.setItem(storageKeys.theme, 'dark')
    localStorage.setItem(storageKeys.session, '{"uid":"u"}')
    localStorage.setItem('firebase:authUser:k', '{}')
    localStorage.setItem('_count_visitor', '1')
    sessionStorage.setItem('_count_visit', '1')
    document.cookie = '_count=1;path=/'
    show()
    await press('Privacy choices')
    await press('Decline')
    expect(Object.keys(localStorage).toSorted()).toEqual(
      [storageKeys.consent, storageKeys.theme, storageKeys.session, 'firebase:authUser:k'].toSorted(),
    )
    expect(sessionStorage).toHaveLength(0)
    expect(document.cookie).toBe('')
    expect(location.reload).toHaveBeenCalledOnce()
  })
})

describe('withdrawn in another tab', () => {
  const restored = () => Object.assign(new Event('pageshow'), { persisted: true })

  it.each<[string, () => Event]>([
    ['while this tab was open', () => new StorageEvent('storage', { key: storageKeys.consent })],
    ['while this page was in the page cache', restored],
  ])('%s: ends running scripts and removes their data', (_, event) => {
    localStorage.setItem(storageKeys.consent, 'accepted')
    show()
    expect(loaded()).toHaveLength(2)
    localStorage.setItem(storageKeys.consent, 'declined')
    document.cookie = '_count=1;path=/'
    dispatchEvent(event())
    expect(root.dataset.consent).toBe('declined')
    expect(document.cookie).not.toContain('=1')
    expect(location.reload).toHaveBeenCalledOnce()
  })

  it('leaves the page if nothing ran', () => {
    localStorage.setItem(storageKeys.consent, 'accepted')
    show({ path: '/profile' })
    localStorage.setItem(storageKeys.consent, 'declined')
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.consent }))
    dispatchEvent(restored())
    expect(location.reload).not.toHaveBeenCalled()
  })
})

it('also removes cookies of the parent domain', async () => {
  localStorage.setItem(storageKeys.consent, 'accepted')
  show({ host: 'www.unhurried.example' })
  const cookies: string[] = []
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('_count=1')
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void cookies.push(text))
  await press('Privacy choices')
  await press('Decline')
  expect(cookies.map((text) => /domain=(.+)/.exec(text)?.[1])).toEqual([
    undefined,
    'www.unhurried.example',
    'unhurried.example',
    'example',
  ])
})

it('treats Global Privacy Control as a refusal despite an acceptance', () => {
  localStorage.setItem(storageKeys.consent, 'accepted')
  show({ gpc: true })
  expect(root.dataset.consent).toBe('declined')
  expect(root.dataset.gpc).toBe('')
  expect(loaded()).toEqual([])
})

it('neither asks nor loads on a private page', () => {
  const path = '/profile'
  localStorage.setItem(storageKeys.consent, 'accepted')
  show({ path, host: 'unhurried.example' })
  expect(loaded()).toEqual([])
  const bar = document.getElementById('consent')
  expect(Object.keys(bar?.dataset ?? { none: '' })).toEqual([])
})

it('asks without storage, and accepts for this page only', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked')
    },
    setItem: () => {
      throw new DOMException('blocked')
    },
  })
  show()
  expect(root.dataset.consent).toBe('ask')
  await press('Accept')
  expect(loaded()).toHaveLength(2)
})
