import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ContactForm } from '@/components/contact/contact-form'
import { failure, noAnswerFailure, notSentFailure } from '@/lib/browser/answer'

const sendContact = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/api', () => ({ sendContact }))

const words = { name: ' Ada ', email: 'ada@people.example', message: 'Hello.\nHow does a call begin?' }
const button = () => screen.getByRole('button', { name: 'Send message' })
const field = (name: string) => screen.getByLabelText(name)
const fill = () => {
  fireEvent.input(field('Your name'), { target: { value: words.name } })
  fireEvent.input(field('Your email address'), { target: { value: words.email } })
  fireEvent.input(field('Your message'), { target: { value: words.message } })
}
const kept = () =>
  ['Your name', 'Your email address', 'Your message'].map((name) => (field(name) as HTMLInputElement).value)

beforeEach(() => {
  sendContact.mockReset().mockResolvedValue({ status: 200, data: { received: true } })
  render(<ContactForm mail="hello@unhurried.example" />)
})

describe('sending', () => {
  test('confirms the message and where the answer goes, with focus', async () => {
    fill()
    await userEvent.click(button())
    const heading = await screen.findByRole('heading', { name: 'We have your message.' })
    expect(document.activeElement).toBe(heading)
    expect(sendContact).toHaveBeenCalledExactlyOnceWith({ ...words, name: 'Ada', locale: 'en' })
    expect(screen.getByText('ada@people.example')).toBeTruthy()
    expect(screen.getByText(/How does a call begin/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Write another message' }))
    expect(kept()).toEqual(['', '', ''])
    expect(document.activeElement).toBe(field('Your name'))
  })
})

describe('an invalid field', () => {
  test('shows each problem, and focuses the first field', async () => {
    fireEvent.input(field('Your email address'), { target: { value: 'ada@people' } })
    await userEvent.click(button())
    expect(document.activeElement).toBe(field('Your name'))
    for (const name of ['Your name', 'Your email address', 'Your message']) {
      expect(field(name).getAttribute('aria-invalid')).toBe('true')
      const description = (field(name).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id))
      expect(description.at(-1)?.textContent).toMatch(/^(Please write|This doesn’t look like an email address)/)
    }
    expect(sendContact).not.toHaveBeenCalled()
  })

  test('clears its problem when corrected, and stays silent while typing', async () => {
    await userEvent.click(button())
    const email = field('Your email address')
    email.focus()
    fireEvent.input(email, { target: { value: words.email } })
    expect(email.getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(email)
    fireEvent.input(email, { target: { value: 'x' } })
    expect(email.getAttribute('aria-invalid')).toBeNull()
    expect(field('Your name').getAttribute('aria-invalid')).toBe('true')
  })

  test('shows the server’s validation in the same way', async () => {
    const answer = failure(400, 'invalid-request', 'x')
    sendContact.mockResolvedValue({
      ...answer,
      data: { error: { ...answer.data.error, fields: { email: 'new-code' } } },
    })
    fill()
    await userEvent.click(button())
    await waitFor(() => expect(document.activeElement).toBe(field('Your email address')))
    expect(field('Your email address').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a message that was not received', () => {
  test.each([
    ['the limit', failure(429, 'too-many-requests', 'x'), 'Please try again in a while'],
    ['… with its time', { ...failure(429, 'x', 'x'), retryAfter: 3301 }, 'Please try again in about 56 minutes'],
    ['our side', failure(503, 'unavailable', 'x'), 'We can’t send messages right now.'],
    ['no connection', notSentFailure(), 'We couldn’t reach the server.'],
    ['no answer', noAnswerFailure(), 'We got no answer, so we don’t know whether it arrived.'],
    ['a proxy alone', failure(502, 'unreadable', 'x'), 'We got no answer, so we don’t know whether it arrived.'],
  ])('reports %s, keeps the text, and can be sent again', async (_, answer, title) => {
    sendContact.mockResolvedValueOnce(answer)
    fill()
    await userEvent.click(button())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(title)
    expect(alert.textContent).toContain('Your message is still in the form.')
    expect(kept()).toEqual(Object.values(words))
    const link = screen.getByRole('link', { name: 'Send it as an email instead' })
    expect(link.getAttribute('href')).toBe(
      'mailto:hello@unhurried.example?subject=Message%20to%20Unhurried&body=Hello.%0D%0AHow%20does%20a%20call%20begin%3F',
    )
    await userEvent.click(button())
    expect(await screen.findByRole('heading', { name: 'We have your message.' })).toBeTruthy()
    expect(sendContact).toHaveBeenCalledTimes(2)
  })

  test('sends nothing while offline, and notices the connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fill()
    await userEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toContain('You’re offline, so nothing was sent.')
    expect(sendContact).not.toHaveBeenCalled()
    online.mockReturnValue(true)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('You’re online again.'))
    expect(kept()).toEqual(Object.values(words))
  })
})

test('announces the remaining length near its end, in steps', () => {
  const message = field('Your message')
  const type = (length: number) => {
    fireEvent.input(message, { target: { value: 'x'.repeat(length) } })
    return document.querySelector('[role=status]')?.textContent
  }
  expect(type(4400)).toBe('')
  expect(screen.queryByText(/characters? left/)).toBeNull()
  expect(type(4510)).toBe('500 characters left, or fewer.')
  expect(screen.getByText('490 characters left')).toBeTruthy()
  expect(type(4600)).toBe('500 characters left, or fewer.')
  expect(type(4950)).toBe('100 characters left, or fewer.')
  expect(type(5000)).toBe('No characters left.')
  expect(type(5002)).toBe('The message is too long.')
  expect(screen.getByText('2 characters too many')).toBeTruthy()
})
