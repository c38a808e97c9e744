'use client'
import { ThemeProvider, useTheme } from 'next-themes'
import { useId, useSyncExternalStore } from 'react'
import { subscribeToNothing } from '@/components/ui/subscribe-to-nothing'
import { themeSettings } from '@/lib/site'

const choices = [
  { value: 'system', label: 'Match my device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function Choices() {
  const { theme, setTheme } = useTheme()
  const name = useId()
  // Unknown on the server.
  const known = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return (
    <fieldset className="grid gap-1 sm:flex sm:flex-wrap sm:gap-x-8">
      <legend className="sr-only">Light or dark</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            checked={known && theme === value}
            onChange={() => setTheme(value)}
            className="size-5 accent-primary"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

export function Appearance() {
  return (
    // Our head script sets the theme, so next-themes' script is disabled.
    <ThemeProvider {...themeSettings} scriptProps={{ type: 'application/json' }}>
      <Choices />
    </ThemeProvider>
  )
}
