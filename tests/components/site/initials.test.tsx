import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Initials } from '@/components/site/initials'

it.each([
  ['Sample Therapist', 'The initials S and T'],
  ['Anna Maria de la Cruz', 'The initials A and C'],
  ['  Plato ', 'The initials P'],
])('shows the initials of %j as %j', (name, label) => {
  expect(renderToStaticMarkup(<Initials name={name} />)).toContain(`aria-label="${label}"`)
})
