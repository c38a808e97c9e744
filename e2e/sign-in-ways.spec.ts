import type { Page } from 'playwright/test'
import { quietly } from './setup/flow-journeys'
import {
  account,
  actionCode,
  configured,
  create,
  giveAddress,
  heading,
  known,
  linkAccount,
  pick,
  providerAccount,
  record,
  signInButton,
  submit,
  test,
  unverified,
} from './setup/flows'
import { arrived, signUp } from './setup/steps'
import { expect, message, newAddress, password } from './setup/test'

quietly()

const google = 'Sign in with Google'
/** The SDK takes some seconds to be sure that a window was closed. */
const surelyClosedMs = 11_000

test.describe('redirect', () => {
  test('turned back at the provider: said so, and tried again in a small window @once', async ({ page }) => {
    const email = newAddress()
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Try again in a small window' }).click(),
    ])
    await pick(popup, 'Google', email)
    await arrived(page)
    expect(await record(page)).toMatchObject({ email, providerId: 'google.com' })
  })

  test('other ways are one press away @once', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Other ways to sign in' }).click()
    await expect(page.getByText('was not finished')).toBeHidden()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    // The next visit knows nothing of it.
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('was not finished')).toBeHidden()
  })

  test('a result that the browser has lost @once', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    // As a browser does that keeps the helper's storage apart from the page's.
    await page.addInitScript(() => {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith('firebase:')) sessionStorage.removeItem(key)
    })
    await page.goto('/auth')
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
  })

  test('the only provider is gone to at once, and not in a circle @once', async ({ page }) => {
    await configured(page, { signInOptions: ['google.com'], immediateFederatedRedirect: true })
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goto('/auth')
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })
})

test.describe('popup', () => {
  test.beforeEach(({ page }) => configured(page, { signInFlow: 'popup' }))

  test('signs in, in a window of 500 by 600 @once', async ({ page }) => {
    const email = newAddress()
    await page.addInitScript(() => {
      const open = window.open
      window.open = (address, name, features) => {
        document.documentElement.dataset.features = features ?? ''
        return open.call(window, address, name, features)
      }
    })
    await page.goto('/auth')
    const button = page.getByRole('button', { name: google })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await expect(page.locator('html')).toHaveAttribute('data-features', /width=500.*height=600|height=600.*width=500/)
    await pick(popup, 'Google', email)
    await arrived(page)
  })

  test('closed: nothing is said, and the button has the focus @once', async ({ page }) => {
    await page.clock.install()
    await page.goto('/auth')
    const button = page.getByRole('button', { name: google })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await popup.close()
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.providerId)
    expect(await focused()).toBe('google.com')
    await page.clock.runFor(surelyClosedMs)
    expect(await focused()).toBe('google.com')
    await expect(page.getByRole('alert').filter({ visible: true, hasText: /\S/ })).toHaveCount(0)
  })

  test('blocked: the page goes to the provider itself @once', async ({ page }) => {
    const email = newAddress()
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await pick(page, 'Google', email)
    await arrived(page)
  })

  test('an account that is in the way is linked @once', async ({ page }) => {
    const email = newAddress()
    const uid = await account(email)
    await unverified(page, 'facebook.com')
    await page.goto('/auth')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in with Facebook' }).click(),
    ])
    await pick(popup, 'Facebook', email)
    await page.getByLabel('Password').fill(password)
    await signInButton(page).click()
    await arrived(page)
    const [user] = await known(email)
    expect(user?.localId).toBe(uid)
    expect(user?.providerUserInfo?.map(({ providerId }) => providerId)).toContain('facebook.com')
  })

  for (const what of ['closed', 'blocked'] as const) {
    test(`on the page that links, ${what}: the way goes on @once`, async ({ page }) => {
      await page.clock.install()
      const email = newAddress()
      await providerAccount(email, 'google.com')
      await unverified(page, 'facebook.com')
      await page.goto('/auth')
      const [facebook] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Sign in with Facebook' }).click(),
      ])
      await pick(facebook, 'Facebook', email)
      await expect(page.getByText('You already have an account')).toBeVisible()
      const button = page.getByRole('button', { name: google })
      if (what === 'closed') {
        const [first] = await Promise.all([page.waitForEvent('popup'), button.click()])
        await first.close()
        await page.clock.runFor(surelyClosedMs)
        await expect(page.getByText('You already have an account')).toBeVisible()
        await expect(button).toBeFocused()
        const [second] = await Promise.all([page.waitForEvent('popup'), button.click()])
        await pick(second, 'Google', email)
      } else {
        await page.evaluate(() => {
          window.open = () => null
        })
        await button.click()
        await pick(page, 'Google', email)
      }
      await arrived(page)
      const [user] = await known(email)
      const linked = user?.providerUserInfo?.map(({ providerId }) => providerId) ?? []
      expect(linked.toSorted()).toEqual(['facebook.com', 'google.com'])
    })
  }

  test('the sign-in page as a small window of its own @once', async ({ page }) => {
    await configured(page, { popupMode: true })
    const email = newAddress()
    await account(email)
    await page.goto('/faq')
    const [small] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/auth?mode=select', 'sign-in', 'width=500,height=600')),
    ])
    await small.getByRole('button', { name: 'Sign in with email' }).click()
    await small.getByLabel('Email').fill(email)
    await small.getByRole('button', { name: 'Next' }).click()
    await small.getByLabel('Password').fill(password)
    await Promise.all([small.waitForEvent('close'), signInButton(small).click()])
    await arrived(page)
  })
})

test.describe('modes', () => {
  const failures = [
    ['resetPassword', 'Try resetting your password again'],
    ['verifyEmail', 'Try verifying your email again'],
    ['verifyAndChangeEmail', 'Try updating your email again'],
    ['recoverEmail', 'Unable to update your email address'],
    ['revertSecondFactorAddition', /Couldn.t remove your second factor/],
  ] as const
  for (const [mode, title] of failures) {
    test(`${mode} without a code or with a bad one leads back to sign in @once`, async ({ page }) => {
      for (const code of ['', '&oobCode=spent']) {
        await page.goto(`/auth?mode=${mode}${code}`)
        await expect(heading(page, title)).toBeVisible()
        await page.getByRole('button', { name: 'Back to sign in' }).click()
        await expect(page.getByRole('button', { name: google })).toBeVisible()
      }
    })
  }

  test('a bad sign-in link says so beside the list @once', async ({ page }) => {
    await page.goto('/auth?mode=signIn&oobCode=spent&apiKey=any')
    await expect(page.getByText(/The action code is invalid/)).toBeVisible()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })

  for (const mode of ['callback', 'nonsense']) {
    test(`${mode} is the usual page @once`, async ({ page }) => {
      await page.goto(`/auth?mode=${mode}`)
      await expect(page.getByRole('button', { name: google })).toBeVisible()
    })
  }

  test('select asks again, whoever is signed in @once', async ({ page }) => {
    await signUp(page, newAddress())
    const other = newAddress()
    const uid = await account(other)
    await page.goto('/auth')
    await expect(page.getByText('You are signed in as')).toBeVisible()
    await page.goto('/auth?mode=select')
    await page.getByRole('button', { name: 'Sign in with email' }).click()
    await page.getByLabel('Email').fill(other)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Password').fill(password)
    await signInButton(page).click()
    await arrived(page)
    expect((await record(page))?.uid).toBe(uid)
  })

  test('whoever is signed in is told so when a link has come to its end @once', async ({ page }) => {
    await signUp(page, newAddress())
    for (const address of ['/auth?mode=signIn&oobCode=spent&apiKey=any', '/auth?mode=resetPassword&oobCode=spent']) {
      await page.goto(address)
      const back = page.getByRole('button', { name: 'Back to sign in' })
      if (address.includes('resetPassword')) await back.click()
      await expect(page.getByText('You are signed in as')).toBeVisible()
      await expect(page.getByRole('button', { name: google })).toBeHidden()
      await expect(page).not.toHaveURL(/oobCode/)
    }
  })

  test('a code of another kind is refused, and nothing is said to be done @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    for (const [mode, title] of failures.slice(3)) {
      await page.goto(`/auth?mode=${mode}&oobCode=${await actionCode('VERIFY_EMAIL', email)}`)
      await expect(heading(page, title)).toBeVisible()
    }
  })

  test('what a link has done is not called expired when the page is loaded again @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    await page.goto(`/auth?mode=resetPassword&oobCode=${await actionCode('PASSWORD_RESET', email)}`)
    await page.getByLabel('New password').fill(`${password}-2`)
    await submit(page, 'Save')
    await expect(heading(page, 'Password changed')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('Try resetting your password again')).toBeHidden()
  })

  test('signed out in another tab, the page offers to sign in again @once', async ({ page, context }) => {
    await signUp(page, newAddress())
    await page.goto('/profile')
    const other = await context.newPage()
    await other.goto('/auth')
    await expect(other.getByText('You are signed in as')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByRole('button', { name: google })).toBeVisible()
    await expect(other.getByText('You are signed in as')).toBeHidden()
  })

  for (const [what, calls] of [
    ['renews its token', '**/securetoken.googleapis.com/**'],
    ['asks who it has', '**/accounts:lookup**'],
  ] as const) {
    test(`signed out while another tab ${what}: what comes late signs nobody in @once`, async ({ page, context }) => {
      await signUp(page, newAddress())
      await page.goto('/profile')
      const other = await context.newPage()
      const asked = Promise.withResolvers<void>()
      const leftAll = Promise.withResolvers<void>()
      await other.route(calls, async (route) => {
        asked.resolve()
        await leftAll.promise
        await route.continue().catch(() => undefined)
      })
      await other.goto('/auth')
      await asked.promise
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/')
      leftAll.resolve()
      await expect(other.getByRole('button', { name: google })).toBeVisible()
      await expect(other.getByText('You are signed in as')).toBeHidden()
      await page.goto('/auth')
      await expect(page.getByRole('button', { name: google })).toBeVisible()
      await other.reload()
      await expect(other.getByRole('button', { name: google })).toBeVisible()
    })
  }

  test('signed out without a connection, the page offers to sign in again @once', async ({ page, quietConsole }) => {
    quietConsole.allow(/Failed to load resource|net::ERR/)
    await signUp(page, newAddress())
    await page.goto('/auth')
    await expect(page.getByText('You are signed in as')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('You are signed in as')).toBeHidden()
    await expect(heading(page, 'Sign in or start')).toBeFocused()
    await page.context().setOffline(false)
  })

  test('a sign-in that was ended elsewhere: the page offers to sign in again, and one can @once', async ({
    page,
    quietConsole,
  }) => {
    quietConsole.allow(/Failed to load resource/)
    const email = newAddress()
    await signUp(page, email)
    const ended = { error: { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' } }
    await page.route('**/securetoken.googleapis.com/**', (route) => route.fulfill({ status: 400, json: ended }))
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('You are signed in as')).toBeHidden()
    await page.unroute('**/securetoken.googleapis.com/**')
    await page.getByRole('button', { name: 'Sign in with email' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Password').fill(password)
    await signInButton(page).click()
    await arrived(page)
  })

  test('an address that is verified while signed in: the record follows @once', async ({ page }) => {
    const email = newAddress()
    await signUp(page, email)
    const code = await actionCode('VERIFY_EMAIL', email)
    const wrote = page.waitForRequest(/insert-or-update/)
    await page.goto(`/auth?mode=verifyEmail&oobCode=${code}`)
    await expect(heading(page, 'Your email has been verified')).toBeVisible()
    await wrote
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('You are signed in as')).toBeVisible()
  })
})

test.describe('without the provider', () => {
  test.beforeEach(({ quietConsole }) => quietConsole.allow(/Failed to load resource|net::ERR/))
  const calls = (name: string) => `**/accounts:${name}**`

  test('at the address: said, and nothing typed is lost @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    await page.route(calls('createAuthUri'), (route) => route.abort())
    await giveAddress(page, email)
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.unroute(calls('createAuthUri'))
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
  })

  test('at the password, with an answer of a server that is down @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    await giveAddress(page, email)
    await page.route(calls('signInWithPassword'), (route) =>
      route.fulfill({ status: 503, json: { error: { code: 503, message: 'The service is currently unavailable.' } } }),
    )
    await page.getByLabel('Password').fill(password)
    await signInButton(page).click()
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveValue(password)
    await page.unroute(calls('signInWithPassword'))
    await signInButton(page).click()
    await arrived(page)
  })

  test('at creating an account @once', async ({ page }) => {
    const email = newAddress()
    await giveAddress(page, email)
    await page.route(calls('signUp'), (route) => route.abort())
    await create(page)
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await page.unroute(calls('signUp'))
    await page.getByRole('button', { name: 'Save' }).click()
    await arrived(page)
  })

  test('at a link that never leaves: the way out is offered, and a late answer changes nothing @once', async ({
    page,
  }) => {
    await page.clock.install()
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(calls('sendOobCode'), async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Email me a link instead' }).click()
    await page.getByLabel('Email').fill(newAddress())
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(heading(page, 'One moment')).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(page.getByText('This takes long.')).toBeVisible()
    await page.getByRole('button', { name: 'Other ways to sign in' }).click()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('This takes long.')).toBeHidden()
    const late = page.waitForResponse(/sendOobCode/)
    answer()
    await (await late).finished()
    await page.clock.runFor(1000)
    await expect(page.getByText('Sign-in email sent')).toHaveCount(0)
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })

  test('at a new password: what was typed goes on as soon as it can @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    const code = await actionCode('PASSWORD_RESET', email)
    await page.route(calls('resetPassword'), (route) => route.abort())
    await page.goto(`/auth?mode=resetPassword&oobCode=${code}`)
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await page.unroute(calls('resetPassword'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('New password').fill('another-word-8')
    await page.route(calls('resetPassword'), (route) => route.abort())
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await page.unroute(calls('resetPassword'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Password changed')).toBeVisible()
  })

  test('at a link that signs in: the link is not lost @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    const code = await actionCode('EMAIL_SIGNIN', email, { canHandleCodeInApp: true })
    await page.goto(`/auth?mode=signIn&oobCode=${code}&apiKey=any`)
    await expect(heading(page, 'Confirm email')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.route(calls('signInWithEmailLink'), (route) => route.abort())
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await page.unroute(calls('signInWithEmailLink'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await arrived(page)
  })
})

test.describe('a link that is opened where it was not asked for', () => {
  const confirm = (page: Page) => heading(page, 'Confirm email')
  async function open(page: Page) {
    const email = newAddress()
    const uid = await account(email)
    const code = await actionCode('EMAIL_SIGNIN', email, { canHandleCodeInApp: true })
    await page.goto(`/auth?mode=signIn&oobCode=${code}&apiKey=any&signInSuccessUrl=/sessions`)
    await expect(confirm(page)).toBeVisible()
    await expect(page).not.toHaveURL(/oobCode/)
    return { email, uid }
  }

  test('a page that is loaded again still asks for the address, and signs in @once', async ({ page }) => {
    const { email, uid } = await open(page)
    for (let times = 0; times < 2; times++) {
      await page.reload()
      await expect(confirm(page)).toBeVisible()
      await expect(page).not.toHaveURL(/oobCode/)
    }
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/\/sessions/)
    expect((await record(page))?.uid).toBe(uid)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('oobCode')
    await page.goBack()
    await expect(page.getByText('You are signed in as')).toBeVisible()
  })

  test('whoever turns away from it, or comes anew, begins anew @once', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await open(page)
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })
})

test('a name is kept as it was typed, marks and all @once', async ({ page }) => {
  const name = `Conor O'Brien & "Jo" <x>`
  await signUp(page, newAddress(), name)
  expect(await record(page)).toMatchObject({ name, username: name })
  await page.goto('/profile')
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
})

test('an address is taken with what was pasted around it @once', async ({ page }) => {
  const email = newAddress()
  await giveAddress(page, `\u200b\u00a0${email}\u00a0`)
  await expect(heading(page, 'Create account')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a phone number that cannot be one is flagged, and the next press is taken @once', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/ERR_INTERNET_DISCONNECTED/)
  const digits = `650555${String(1000 + Math.floor(Math.random() * 9000))}`
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('sendVerificationCode')) asked.push(request.postDataJSON().phoneNumber)
  })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with phone' }).click()
  for (const wrong of ['abc', '123', '++16505552222']) {
    await page.getByLabel('Phone number').fill(wrong)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Enter a valid phone number')).toBeVisible()
  }
  expect(asked).toEqual([])
  await page.context().setOffline(true)
  await page.getByLabel('Phone number').fill(`(650) ${digits.slice(3)}`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('A network error has occurred')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  expect(new Set(asked)).toEqual(new Set([`+1${digits}`]))
})

test('a number that begins with zeros chooses its country @once', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with phone' }).click()
  await page.getByLabel('Phone number').pressSequentially('0049 170')
  await expect(page.locator('.firebaseui-id-country-selector-code')).toContainText('+49')
})

test('a number as it is dialled within its country goes to that number @once', async ({ page }) => {
  const national = `7700 9${String(10_000 + Math.floor(Math.random() * 90_000))}`
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with phone' }).click()
  const field = page.getByLabel('Phone number')
  await field.pressSequentially('+44')
  await field.fill(`0${national}`)
  await field.press('Enter')
  await expect(heading(page, 'Verify your phone number')).toBeVisible()
  const number = `+44${national.replace(' ', '')}`
  await expect(page.getByText(number)).toBeVisible()
  expect((await message(page, number)).kind).toBe('sms')
})

test('who signed up by a link may have another, where a password is what is asked for @once', async ({ page }) => {
  const email = newAddress()
  await linkAccount(email)
  await giveAddress(page, email)
  await expect(page.getByText('you have to recover the password')).toBeVisible()
  await page.getByRole('button', { name: 'Email me a link instead' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  if ((await page.getByLabel('Email').inputValue()) === '') await page.getByLabel('Email').fill(email)
  await submit(page, 'Next')
  await expect(page.getByText('Sign-in email sent')).toBeVisible()
})
