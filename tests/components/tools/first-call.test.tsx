import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { FirstCall } from '@/components/tools/first-call'
import { firstCall, readCallScript } from '@/lib/content/pages/first-call'
import { locales } from '@/lib/locales'
import { callChoices, walkCall, type CallChoice } from '@/lib/contract/first-call'

const text = 'Something.'
const ends = { id: 'over', minute: 10, place: 'Over', lines: [{ who: 'scene', text }], end: true }
const scene = (next: Partial<Record<CallChoice, string>> = {}) => ({
  id: 'hello',
  minute: 0,
  place: 'Hello',
  lines: [{ who: 'host', text }],
  turn: 'Your turn.',
  choices: Object.fromEntries(callChoices.map((name) => [name, { text, next: next[name] ?? 'over' }])),
})

describe('the script', () => {
  test.each(locales)('in %s ends within ten minutes on every path', (locale) => {
    const script = firstCall(locale)
    const walk = (choices: CallChoice[]): void => {
      const last = walkCall(script, choices).at(-1)!.scene
      expect(last.minute).toBeLessThanOrEqual(10)
      if (last.choices) for (const choice of callChoices) walk([...choices, choice])
    }
    walk([])
  })

  test.each([
    ['a choice that leads nowhere', [scene({ pass: 'nowhere' }), ends], '"pass" in "hello" leads to "nowhere"'],
    ['a circle', [scene({ type: 'hello' }), ends], '"type" in "hello" leads back in time'],
    ['two scenes with the same id', [scene(), ends, ends], 'Two scenes have the same id'],
    ['a scene without text', [{ ...scene(), lines: [] }, ends], ''],
    ['a choice without text', [scene(), { ...ends, turn: '' }], ''],
  ])('is rejected for %s', (_, scenes, message) => {
    expect(() => readCallScript({ start: 'hello', scenes })).toThrow(message)
  })

  test('is rejected without its first scene', () => {
    expect(() => readCallScript({ start: 'bye', scenes: [scene(), ends] })).toThrow('no scene "bye"')
  })
})

describe('the page', () => {
  beforeAll(() => {
    Element.prototype.scrollIntoView = () => {}
  })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  test('ends with an invitation, and can start again', async () => {
    render(<FirstCall script={firstCall('en')}>To the calls</FirstCall>)
    for (let turn = 0; turn < 6; turn++) await press('Just listen')
    expect(screen.getByRole('heading', { name: /Over/ })).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'What do you do?' })).toBeNull()
    expect(screen.getByText('To the calls')).toBeTruthy()
    await press('Start again')
    expect(screen.queryByText('You just listened.')).toBeNull()
    expect(screen.getByRole('button', { name: 'Speak' })).toBeTruthy()
  })

  test('goes one step back, and keeps the focus near when a button disappears', async () => {
    render(<FirstCall script={firstCall('en')}>To the calls</FirstCall>)
    const newest = () => screen.getAllByRole('listitem').at(-1)
    await press('Speak')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Speak' }))
    await press('One step back')
    expect(screen.queryByText('You spoke.')).toBeNull()
    expect(document.activeElement).toBe(newest())
    for (let turn = 0; turn < 6; turn++) await press('Just listen')
    expect(document.activeElement).toBe(newest())
    await press('Start again')
    expect(document.activeElement).toBe(newest())
  })
})
