// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matches } from '@/components/site/question-match'
import { QuestionSearch } from '@/components/site/question-search'
import { Questions } from '@/components/site/questions'

const asked = (id: string, title: string, html: string) => ({ id, title, html: `<p>${html}</p>`, text: html })
const groups = [
  [asked('cure', 'Is there a cure?', 'No, not at present.'), asked('cost', 'What does it cost?', 'See the prices.')],
  [asked('camera', 'Can I keep my camera off?', 'Yes. Come to the café as you are.')],
]

function show() {
  render(
    <>
      <QuestionSearch total={3} />
      {groups.map((group) => (
        <div key={group[0]?.id} data-questions>
          <Questions of={group} linked />
        </div>
      ))}
    </>,
  )
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the questions' })
}

const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-question]')]
    .filter((question) => !question.hidden)
    .map(({ dataset }) => dataset.question)
const said = () => screen.getByRole('status').textContent

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  location.hash = ''
})

describe('the search', () => {
  it('finds words of question and answer, whatever their case and accents, and hides empty groups', () => {
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

  it('says the count when the typing pauses, and not before', () => {
    const input = show()
    type(input, 'c')
    type(input, 'cost')
    expect(said()).toBe('')
    act(() => vi.advanceTimersByTime(500))
    expect(said()).toBe('1 of 3 questions')
  })

  it('offers to ask when nothing is found, and brings everything back', () => {
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

  it('opens the question that the address names, also one that was hidden', () => {
    const input = show()
    type(input, 'cost')
    location.hash = '#camera'
    fireEvent(window, new HashChangeEvent('hashchange'))
    expect(shown()).toHaveLength(3)
    expect(document.querySelector<HTMLDetailsElement>('[data-question=camera]')?.open).toBe(true)
  })

  it('copies an answer’s address, and says so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    show()
    fireEvent.click(screen.getByRole('link', { name: /Link to this answer: What does it cost/, hidden: true }))
    await act(async () => undefined)
    expect(writeText.mock.calls[0]?.[0]).toMatch(/#cost$/)
    expect(said()).toBe('Link copied.')
    vi.unstubAllGlobals()
  })
})

it.each([
  ['Is there a cure?', '', true],
  ['Is there a cure?', 'cure there', true],
  ['Is there a cure?', 'cure where', false],
  ['Ärzte und Café', 'arzte CAFE', true],
  ['One  two\nthree', 'two three', true],
])('“%s” and “%s”: %s', (text, query, expected) => expect(matches(text, query)).toBe(expected))
