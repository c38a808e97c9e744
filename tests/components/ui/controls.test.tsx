import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'

describe('Button', () => {
  it('keeps its name while busy, announces it, and ignores presses', () => {
    const press = vi.fn()
    render(
      <Button busy onClick={press}>
        Pay by card
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Pay by card' })
    fireEvent.click(button)
    expect(press).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('Field', () => {
  it('ties label, hint and error to the input', () => {
    render(<Field label="E-mail" hint="We answer in writing." error="Enter your e-mail." />)
    const input = screen.getByRole('textbox', { name: 'E-mail' })
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
    expect(described.map((element) => element?.textContent)).toEqual(['We answer in writing.', 'Enter your e-mail.'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('Notice', () => {
  it('is announced only on request', () => {
    const { rerender } = render(<Notice title="Saved">All is well.</Notice>)
    expect(screen.queryByRole('status')).toBeNull()
    rerender(
      <Notice live="status" title="Saved">
        All is well.
      </Notice>,
    )
    expect(screen.getByRole('status').textContent).toBe('SavedAll is well.')
  })
})
