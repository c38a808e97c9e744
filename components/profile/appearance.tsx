'use client'
import { useLocale, useTranslations } from 'next-intl'
import { ThemeProvider, useTheme } from 'next-themes'
import { type MouseEvent, useId, useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import { storageKeys, themeSettings } from '@/lib/site'
import { Busy } from '@/components/ui/busy'
import { type Failure, isOk, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { pagePath } from '@/lib/browser/page-address'
import { langOf, type Locale, locales, localPath, nativeName } from '@/lib/locales'

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

/** This page in another language. */
const addressIn = (locale: Locale) => localPath(pagePath(), locale) + location.search

/** The languages by their own names. A signed-in user's choice is stored before the page changes. */
export function Language({ uid }: { uid: string | null }) {
  const t = useTranslations('profile')
  const requests = useTranslations('requests')
  const current = useLocale()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function choose(locale: Locale, event: MouseEvent) {
    if (uid === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const answer = await callApi((api) => api.storeLocale(uid, locale))
    if (isOk(answer)) return location.assign(addressIn(locale))
    setBusy(false)
    setFailure(answer)
  }

  return (
    <div role="group" aria-labelledby={id} className="grid gap-x-8 sm:grid-cols-[11rem_auto] sm:items-baseline">
      <p id={id} className="font-semibold">
        {t('language.title')}
      </p>
      <div>
        <ul className="flex flex-wrap gap-x-6">
          {locales.map((locale) => (
            <li key={locale}>
              <a
                href={addressIn(locale)}
                lang={langOf(locale)}
                hrefLang={langOf(locale)}
                aria-current={locale === current || undefined}
                onClick={(event) => void choose(locale, event)}
                className={`tap ${locale === current ? 'font-semibold' : 'link'}`}
              >
                <bdi>{nativeName(locale)}</bdi>
              </a>
            </li>
          ))}
        </ul>
        {busy && <Busy>{t('oneMoment')}</Busy>}
        {uid !== null && !busy && <p className="text-md text-muted">{t('language.hint')}</p>}
      </div>
      {failure && (
        <div className="mt-2 sm:col-span-2">
          <Notice kind="bad" live="alert" title={t('language.notStored')} text={problemWords(requests, failure)} />
        </div>
      )}
    </div>
  )
}
