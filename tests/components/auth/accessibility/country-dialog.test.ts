import { beforeEach, expect, test, vi } from 'vitest'
import { fixMarkup } from '@/components/auth/accessibility/markup'
import { words } from '../settings'
import { countryDialog } from './widget-markup'
import { matchCountries } from '@/components/auth/accessibility/country-dialog'

const one = <T extends HTMLElement>(selector: string) =>
  document.querySelector<T>(selector) ?? expect.fail(`There is no ${selector}.`)
beforeEach(() => {
  document.body.innerHTML =
    '<button id="opener" class="firebaseui-id-country-selector">+44</button><div id="place"></div>'
  fixMarkup(one('#place'), { words })
})

const countries = countryDialog(
  ['AT', 'Austria', '43'],
  ['CI', 'Côte d’Ivoire', '225'],
  ['GB', 'United Kingdom', '44'],
  ['US', 'United States', '1'],
)

test('names the country list, and makes it a single tab stop', async () => {
  document.body.insertAdjacentHTML('beforeend', countries)
  const dialog = one<HTMLDialogElement>('dialog')
  dialog.showModal()
  one('[data-listboxid="44-GB-0"]').focus()
  await vi.waitFor(() => expect(dialog.getAttribute('aria-label')).toBe('Choose a country code'))
  expect(one('[aria-current]').dataset.listboxid).toBe('44-GB-0')
  expect([...document.querySelectorAll('[data-listboxid][tabindex="0"]')]).toEqual([one('[aria-current]')])
  expect(document.activeElement).toBe(one('dialog input'))
  expect(one<HTMLLabelElement>('dialog label').htmlFor).toBe(one('dialog input').id)
})

const country = (iso: string, name: string, code: string, ...otherNames: string[]) => ({ iso, name, code, otherNames })
const all = [
  country('AT', 'Austria', '43', 'Österreich'),
  country('CI', 'Côte d’Ivoire', '225'),
  country('DE', 'Germany', '49', 'Deutschland'),
  country('GB', 'United Kingdom', '44', 'UK Britain England'),
  country('GG', 'Guernsey', '44'),
  country('NE', 'Niger', '227'),
  country('NG', 'Nigeria', '234'),
  country('TZ', 'Tanzania, United Republic of', '255'),
  country('UZ', 'Usbekistan', '998'),
  country('US', 'Vereinigte Staaten', '1', 'United States'),
]

test.each([
  ['deutsch', 'DE'],
  ['osterreich', 'AT'],
  ["cote d'iv", 'CI'],
  ['  united   king ', 'GB'],
  ['uk', 'GB'],
  ['us', 'US UZ AT'],
  ['+44', 'GB GG'],
  ['+٤٤', 'GB GG'],
  ['0044', 'GB GG'],
  ['+2', 'CI NE NG TZ'],
])('matches "%s" with %s', (typed, expected) => {
  expect(
    matchCountries(all, typed)
      .map(({ iso }) => iso)
      .join(' '),
  ).toBe(expected)
})
