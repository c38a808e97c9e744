'use client'
import { useTranslations } from 'next-intl'
import { ThemeProvider, useTheme } from 'next-themes'
import { useId, useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import { storageKeys, themeSettings } from '@/lib/site'
import { Language } from './language'

type Choice = { value: string; label: string }
type ChoicesProps = {
  name: string
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (value: string) => void
}

function Choices({ name, choices, chosen, onChoose }: ChoicesProps) {
  const group = useId()
  return (
    <fieldset className="grid gap-x-8 sm:grid-cols-[11rem_auto] sm:items-baseline">
      <legend className="float-start font-semibold">{name}</legend>
      <div className="grid gap-1 sm:flex sm:flex-wrap sm:gap-x-8">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={group}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="size-5 accent-primary"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const themes = ['system', 'light', 'dark'] as const

const readingChoices = [
  { name: 'spacing', value: 'spaced', on: 'wider' },
  { name: 'length', value: 'narrow', on: 'shorter' },
] as const

/** The choices that the head script has put on the root element. */
const readingNow = () => (document.documentElement.dataset.reading ?? '').split(' ').filter(Boolean)

function Reading() {
  const t = useTranslations('profile.appearance')
  const [chosen, setChosen] = useState(readingNow)
  const [isLost, setLost] = useState(false)
  const choose = (value: string, isOn: boolean) => {
    const next = [...chosen.filter((other) => other !== value), ...(isOn ? [value] : [])]
    setChosen(next)
    document.documentElement.dataset.reading = next.join(' ')
    try {
      localStorage.setItem(storageKeys.reading, next.join(' '))
    } catch {
      setLost(true)
    }
  }
  return (
    <>
      {readingChoices.map(({ name, value, on }) => (
        <Choices
          key={value}
          name={t(name)}
          choices={[
            { value: 'off', label: t(`standard.${name}`) },
            { value, label: t(on) },
          ]}
          chosen={chosen.includes(value) ? value : 'off'}
          onChoose={(choice) => choose(value, choice === value)}
        />
      ))}
      {isLost && <Notice kind="warn" live="status" title={t('notStored')} />}
    </>
  )
}

function Settings() {
  const t = useTranslations('profile.appearance')
  const { theme, setTheme } = useTheme()
  const isKnown = useBrowserValue(() => true, false)
  return (
    <>
      <Choices
        name={t('theme')}
        choices={themes.map((value) => ({ value, label: t(value) }))}
        chosen={isKnown ? theme : undefined}
        onChoose={setTheme}
      />
      {isKnown && <Reading />}
    </>
  )
}

/** @param uid of a signed-in user, whose language is stored */
export function Appearance({ uid = null }: { uid?: string | null }) {
  return (
    // Our head script sets the theme, so next-themes' script is disabled.
    <ThemeProvider {...themeSettings} scriptProps={{ type: 'application/json' }}>
      <div className="grid gap-3">
        <Language uid={uid} />
        <Settings />
      </div>
    </ThemeProvider>
  )
}
