'use client'
import { useState } from 'react'
import { Field } from '@/components/ui/field'

type NewPasswordProps = { value: string; change: (value: string) => void; error?: string }

/** A new password is typed once, and can be looked at. */
export function NewPassword({ value, change, error }: NewPasswordProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="grid justify-items-start gap-1">
      <Field
        label="New password"
        hint="At least 6 characters. A longer one is a better one."
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => change(target.value)}
        error={error}
        className="w-full max-w-88"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
          className="size-5 accent-primary"
        />
        Show the new password
      </label>
    </div>
  )
}
