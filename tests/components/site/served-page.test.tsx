// @vitest-environment happy-dom
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { hydration } from '@/components/site/hydration'
import { ServedPage } from '@/components/site/served-page'
import { servedPageScript } from '@/components/site/served-page-script'
import { Island } from '@/components/ui/island'
import { endPage, runPageScript } from '@/tests/setup/page-script'

vi.stubGlobal('hydration', hydration)
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
afterEach(endPage)

function Part() {
  const [state, setState] = useState({ line: 'own line', words: 'own words', kind: 'a', on: false, way: 'in' })
  const set = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }))
  const { line, words, kind, on, way } = state
  return (
    <Island>
      <select value={kind} onChange={({ target }) => set({ kind: target.value, words: `words of ${target.value}` })}>
        <option>a</option>
        <option>b</option>
      </select>
      <input id="line" value={line} onChange={({ target }) => set({ line: target.value })} />
      <textarea value={words} onChange={({ target }) => set({ words: target.value })} />
      <input type="checkbox" checked={on} onChange={({ target }) => set({ on: target.checked })} />
      {['in', 'new'].map((value) => (
        <input key={value} id={value} type="radio" checked={way === value} onChange={() => set({ way: value })} />
      ))}
      <p>
        Chosen: {Object.values(state).join(', ')}
        {on && <b>on</b>} end
      </p>
    </Island>
  )
}
const page = (
  <ServedPage>
    <Part />
  </ServedPage>
)
const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)!
const sentence = () => find('p').textContent

/** Serves the page, lets `change` happen, and hydrates it. */
async function hydrated(change: () => void) {
  document.body.innerHTML = `<main>${renderToString(page)}</main>`
  runPageScript(servedPageScript)
  change()
  const mismatches: unknown[] = []
  const container = find('main')
  await act(async () => hydrateRoot(container, page, { onRecoverableError: (error) => mismatches.push(error) }))
  expect(mismatches).toEqual([])
  expect(find('[data-island]').dataset.ready).toBe('')
}

test('what was chosen before hydration takes effect in the order of the page', async () => {
  await hydrated(() => {
    find<HTMLSelectElement>('select').selectedIndex = 1
    find<HTMLInputElement>('#line').value = 'typed line'
    find<HTMLTextAreaElement>('textarea').value = 'typed words'
    find('[type=checkbox]').click()
    find<HTMLInputElement>('#in').checked = false
    find('#new').click()
  })
  expect(sentence()).toBe('Chosen: typed line, typed words, b, true, newon end')
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('typed words')
})

test('what others changed before hydration is undone, without a new field', async () => {
  let served: HTMLInputElement | undefined
  await hydrated(() => {
    served = find<HTMLInputElement>('#line')
    served.value = 'typed'
    const wrapper = document.createElement('span')
    served.replaceWith(wrapper)
    wrapper.append(served)
    served.focus()
    find('p').innerHTML = '<font><font>Choisi</font></font>'
    find('[data-island]').prepend(document.createElement('nav'))
  })
  expect(find('#line')).toBe(served)
  expect(document.activeElement).toBe(served)
  expect(sentence()).toContain('Chosen: typed')
  expect(document.querySelector('nav, span, font')).toBeNull()
})
