'use client'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import type { ContactMessage } from '@/lib/contract/contact'
import { Waiting } from './art'

type ReceivedProps = { message: ContactMessage; again: () => void }

/** A message has arrived: the focus comes to the heading, and what was sent stands there to be kept. */
export function Received({ message, again }: ReceivedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <Waiting />
      <h3 ref={heading} tabIndex={-1} className="mt-8 text-2xl font-normal tracking-tight">
        Your message has arrived.
      </h3>
      <p className="mt-2">
        The answer comes in writing to <b className="wrap-anywhere">{message.email}</b>. Nobody will phone you. There is
        nothing more for you to do.
      </p>
      <h4 className="mt-8 border-t border-hair pt-6 text-sm font-semibold text-muted">What you wrote</h4>
      <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{message.message}</p>
      <p className="mt-8">
        <Button variant="alt" onClick={again}>
          Write another message
        </Button>
      </p>
    </div>
  )
}
