// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { InitialsDrawing, letterShape } from '@/components/site/initials'

describe('initials', () => {
  it.each([
    ['Sample Therapist', 'The initials S and T'],
    ['Anna Maria de la Cruz', 'The initials A and C'],
    ['Plato', 'The initials P'],
    ['  Ingrid   Wu ', 'The initials I and W'],
  ])('shows the initials of %j as %j', (name, label) => {
    render(<InitialsDrawing name={name} />)
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(label)
  })

  it('have a distinct shape for each letter', () => {
    const shapes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => letterShape(letter).d)
    expect(new Set(shapes).size).toBe(26)
  })

  it.each([
    ['é', 'E'],
    ['Å', 'A'],
    ['z', 'Z'],
  ])('draw %s as %s', (letter, plain) => expect(letterShape(letter)).toEqual(letterShape(plain)))

  it('draw other characters as one sign', () => expect(letterShape('李')).toEqual(letterShape('Ω')))
})
