// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Notice } from '@/components/ui/notice'

describe('Button', () => {
  it('does not submit by default', () => {
    render(<Button>Send</Button>)
    expect(screen.getByRole('button', { name: 'Send' }).getAttribute('type')).toBe('button')
  })

  it('is a link when it has an address', () => {
    render(<Button href="/faq">Questions</Button>)
    expect(screen.getByRole('link', { name: 'Questions' }).getAttribute('href')).toBe('/faq')
  })

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

  it('makes no claim about a valid input', () => {
    render(<Field label="Name" id="name" />)
    const input = screen.getByLabelText('Name')
    expect(input.id).toBe('name')
    expect(input.hasAttribute('aria-invalid')).toBe(false)
    expect(input.hasAttribute('aria-describedby')).toBe(false)
  })
})

describe('Notice and KeyValueList', () => {
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

  it('pairs each term with its value', () => {
    render(
      <KeyValueList
        rows={[
          { term: 'First charge', value: '1 May' },
          { term: 'Total', value: '$19', strong: true },
        ]}
      />,
    )
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['First charge', 'Total'])
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['1 May', '$19'])
  })
})
