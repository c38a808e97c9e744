import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CardTool } from '@/components/tools/card-tool'
import { ScoreTool } from '@/components/tools/score-tool'
import { cards } from '@/lib/content/pages/tool-cards'

const save = 'Save on this device'
const remove = 'Remove from this device'
const buttons = () => [save, remove].filter((name) => screen.queryByRole('button', { name }) !== null)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const statusText = () => screen.getByRole('status').textContent
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the cards', () => {
  const show = () => render(<CardTool cards={cards} />)
  const words = () => field('Your words').value
  const stored = () => JSON.parse(localStorage.getItem('unhurried-card') ?? 'null')?.text as string | undefined
  const choose = (situation: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name: 'Situation' }), situation)

  test('can save another card after the first', async () => {
    show()
    expect(buttons()).toEqual([save])
    type('Your words', 'At the border.')
    await press(save)
    expect([buttons(), stored()]).toEqual([[remove], 'At the border.'])
    await choose('In a shop or a café')
    expect(buttons()).toEqual([save, remove])
    const shop = words()
    await press(save)
    expect([buttons(), stored()]).toEqual([[remove], shop])
    expect(statusText()).toBe('Saved on this device. It replaces what you saved before.')
  })

  test('remove the saved text, and keep the text on the page', async () => {
    show()
    type('Your words', 'One moment, please.')
    await press(save)
    await press(remove)
    expect([buttons(), stored(), words()]).toEqual([[save], undefined, 'One moment, please.'])
    expect(statusText()).toBe('The text was removed from this device.')
  })

  test('store nothing without a press', async () => {
    show()
    type('Your words', 'One moment, please.')
    await choose('In a shop or a café')
    expect(localStorage.length).toBe(0)
  })

  test('keep the focus near when a button disappears', async () => {
    show()
    await press(save)
    expect(document.activeElement).toBe(screen.getByRole('status'))
    await press(remove)
    expect(document.activeElement).toBe(screen.getByRole('status'))
    type('Your words', 'One moment, please.')
    await press('Use our words again')
    expect(document.activeElement).toBe(field('Your words'))
  })

  test('say that storage is full or switched off', async () => {
    show()
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
    await press(save)
    expect(buttons()).toEqual([save])
    expect(statusText()).toContain('storage for this site is full or switched off.')
  })
})

describe('the sentence', () => {
  const show = () => render(<ScoreTool />)
  const stored = () => localStorage.getItem('unhurried-score')

  test('is neither saved nor copied while it is empty, and the buttons say why', async () => {
    show()
    type('Your sentence', ' ')
    const why = screen.getByText(/^Type a sentence first\./)
    for (const name of ['Save picture', 'Copy link', save]) {
      const found = screen.getByRole('button', { name })
      expect(['aria-disabled', 'aria-describedby'].map((each) => found.getAttribute(each))).toEqual(['true', why.id])
      await press(name)
    }
    expect([stored(), statusText()]).toEqual([null, ''])
  })

  test('can be saved again after a change of words or marks', async () => {
    show()
    expect(buttons()).toEqual([save])
    await press(save)
    const first = stored()
    expect(buttons()).toEqual([remove])
    type('Your sentence', 'I want walnut bread')
    expect(buttons()).toEqual([save, remove])
    await press(save)
    const second = stored()
    expect(buttons()).toEqual([remove])
    expect(statusText()).toMatch(/^Saved on this device/)
    await press('Block')
    expect([buttons(), statusText()]).toEqual([[save, remove], ''])
    await press(save)
    expect(new Set([first, second, stored(), null]).size).toBe(4)
    await press(remove)
    expect([buttons(), stored(), field('Your sentence').value]).toEqual([[save], null, 'I want walnut bread'])
  })
})
