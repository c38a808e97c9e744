import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QuestionSearch } from '@/components/site/question-search'
import { Questions } from '@/components/site/questions'

const question = (id: string, title: string, html: string, words = '') => ({
  id,
  title,
  words,
  html: `<p>${html}</p>`,
  text: html,
})
const groups = [
  [
    question('cure', 'Is there a cure?', 'No, not at present.'),
    question('cost', 'What does it cost?', 'See the plans.', 'price money'),
  ],
  [question('camera', 'Can I keep my camera off?', 'Yes. Come to the café as you are.')],
]

function show() {
  render(
    <main>
      <QuestionSearch total={3} />
      {groups.map((group) => (
        <div key={group[0]?.id} data-questions>
          <Questions of={group} linked />
        </div>
      ))}
    </main>,
  )
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the questions' })
}

/** The search runs after a frame. */
const frameMs = 20
function type(input: HTMLInputElement, value: string) {
  fireEvent.input(input, { target: { value } })
  act(() => vi.advanceTimersByTime(frameMs))
}
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-question]')]
    .filter((question) => !question.hidden)
    .map(({ dataset }) => dataset.question)
const statusText = () => screen.getByRole('status').textContent

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  location.hash = ''
})

describe('the search', () => {
  it('matches question and answer, ignoring case and accents', () => {
    const input = show()
    type(input, 'PRÉSENT')
    expect(shown()).toEqual(['cure'])
    expect(document.querySelectorAll<HTMLElement>('[data-questions]')[1]?.hidden).toBe(true)
    type(input, 'cafe')
    expect(shown()).toEqual(['camera'])
  })

  it('does not find the words of the links to the answers', () => {
    type(show(), 'link')
    expect(shown()).toEqual([])
  })

  it('announces the count after a pause in typing', () => {
    const input = show()
    type(input, 'c')
    type(input, 'cost')
    expect(statusText()).toBe('')
    act(() => vi.advanceTimersByTime(500))
    expect(statusText()).toBe('1 of 3 questions')
  })

  it('suggests asking if nothing is found, and can be reset', () => {
    const input = show()
    type(input, 'zebra')
    expect(screen.getByRole('link', { name: 'Ask it in writing' }).getAttribute('href')).toBe('/contact')
    fireEvent.click(screen.getByRole('button', { name: 'Show all questions' }))
    expect(shown()).toEqual(['cure', 'cost', 'camera'])
    expect(input.value).toBe('')
    expect(document.activeElement).toBe(input)
  })

  it('is cleared by Escape', () => {
    const input = show()
    type(input, 'camera')
    fireEvent.keyDown(input, { key: 'Escape' })
    expect(shown()).toHaveLength(3)
    expect(input.value).toBe('')
  })

  it('opens the question in the address, even if it was hidden', () => {
    const input = show()
    type(input, 'cost')
    location.hash = '#camera'
    fireEvent(window, new HashChangeEvent('hashchange'))
    expect(shown()).toHaveLength(3)
    expect(document.querySelector<HTMLDetailsElement>('[data-question=camera]')?.open).toBe(true)
  })

  it.each(['#50%', '#nothing'])('ignores an address ending in %s', (hash) => {
    location.hash = hash
    show()
    expect(shown()).toHaveLength(3)
    fireEvent(window, new HashChangeEvent('hashchange'))
    expect(shown()).toHaveLength(3)
  })
})

describe('the link to an answer', () => {
  const link = () => screen.getByRole('link', { name: /Link to this answer: What does it cost/, hidden: true })
  const stub = (writeText: (text: string) => Promise<void>) => vi.stubGlobal('navigator', { clipboard: { writeText } })
  const press = async (element: Element) => {
    const went = fireEvent.click(element)
    await act(async () => undefined)
    return went
  }
  afterEach(() => vi.unstubAllGlobals())

  it('is copied, confirmed each time, and keeps the search', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined)
    stub(writeText)
    const input = show()
    type(input, 'cost')
    act(() => vi.advanceTimersByTime(500))
    const pressed = link()
    for (const time of [1, 2]) {
      expect(await press(pressed)).toBe(false)
      expect(writeText).toHaveBeenCalledTimes(time)
      expect(writeText.mock.calls[0]?.[0]).toMatch(/#cost$/)
      expect([pressed.textContent, pressed.getAttribute('aria-label'), statusText()]).toEqual([
        'Link copied',
        'Link copied',
        'Link copied.',
      ])
      act(() => vi.advanceTimersByTime(4000))
      expect([pressed.textContent, statusText()]).toEqual(['Link to this answer', ''])
      expect(link()).toBe(pressed)
    }
    expect(location.hash).toBe('#cost')
    expect(input.value).toBe('cost')
    expect(shown()).toEqual(['cost'])
  })

  it('opens the answer if copying is impossible', async () => {
    stub(() => Promise.reject(new Error('not allowed')))
    show()
    await press(link())
    expect(location.hash).toBe('#cost')
    expect(link().textContent).toBe('Link to this answer')
    vi.stubGlobal('navigator', {})
    expect(await press(link())).toBe(true)
  })
})
