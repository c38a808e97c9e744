import { expect, test } from 'vitest'
import { matchCountries } from '@/components/auth/accessibility/country-dialog'

const country = (iso: string, name: string, code: string, localName = '') => ({ iso, name, code, localName })
const all = [
  country('AT', 'Austria', '43', 'Österreich'),
  country('CI', 'Côte d’Ivoire', '225'),
  country('DE', 'Germany', '49', 'Deutschland'),
  country('GB', 'United Kingdom', '44'),
  country('GG', 'Guernsey', '44'),
  country('NE', 'Niger', '227'),
  country('NG', 'Nigeria', '234'),
  country('TZ', 'Tanzania, United Republic of', '255'),
  country('US', 'United States', '1'),
  country('YE', 'Yemen', '967'),
]

test.each([
  ['germany', 'DE'],
  ['GERM', 'DE'],
  ['deutsch', 'DE'],
  ['osterreich', 'AT'],
  ["cote d'iv", 'CI'],
  ['Côte d’Ivoire', 'CI'],
  ['  united   king ', 'GB'],
  // Country codes before names with this start.
  ['ne', 'NE'],
  ['NG', 'NG GB'],
  ['niger', 'NE NG'],
  // Names that start with the text before those that contain it.
  ['united', 'GB US TZ'],
  ['uk', 'GB'],
  ['USA', 'US'],
  ['+44', 'GB GG'],
  ['0044', 'GB GG'],
  ['44', 'GB GG'],
  ['+2', 'CI NE NG TZ'],
  ['+ 49', 'DE'],
  ['4455', ''],
  ['nowhere', ''],
])('matches "%s" with %s', (typed, expected) => {
  expect(
    matchCountries(all, typed)
      .map(({ iso }) => iso)
      .join(' '),
  ).toBe(expected)
})

test.each(['', ' ', '+'])('keeps the order for "%s"', (typed) => {
  expect(matchCountries(all, typed)).toEqual(all)
})
