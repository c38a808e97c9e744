import * as z from 'zod'
import { callChoices, type CallScript } from '@/lib/contract/first-call'
import type { Locale } from '@/lib/locales'
import { readLocalJson } from '@/lib/content/content-files'
import { pageCopy } from './page-copy'

const text = z.string().trim().min(1).max(400)
const id = z.string().regex(/^[a-z-]+$/)
const choice = z.strictObject({ text, next: id })

const playedScene = z.strictObject({
  id,
  minute: z.number().int().min(0).max(60),
  place: text,
  lines: z.array(z.strictObject({ who: text, text })).min(1),
  turn: text,
  choices: z.strictObject({ speak: choice, type: choice, pass: choice, listen: choice }),
})
const lastScene = playedScene.omit({ turn: true, choices: true }).extend({ end: z.literal(true) })
const schema = z.strictObject({ start: id, scenes: z.array(z.union([playedScene, lastScene])).min(2) })

/** Every choice leads to a later scene, so that every path ends. */
export function readCallScript(value: unknown): CallScript {
  const script: CallScript = schema.parse(value)
  const scenes = new Map(script.scenes.map((scene) => [scene.id, scene]))
  if (scenes.size !== script.scenes.length) throw new Error('Two scenes have the same id.')
  if (!scenes.has(script.start)) throw new Error(`There is no scene "${script.start}" to start with.`)
  for (const scene of script.scenes) {
    for (const name of callChoices) {
      const next = scene.choices?.[name].next
      if (next === undefined) continue
      const target = scenes.get(next)
      if (!target) throw new Error(`"${name}" in "${scene.id}" leads to "${next}", which does not exist.`)
      // Forward time also rules out loops.
      if (target.minute <= scene.minute) throw new Error(`"${name}" in "${scene.id}" leads back in time.`)
    }
  }
  return script
}

export const firstCall = (locale: Locale): CallScript => readCallScript(readLocalJson(locale, 'tools/first-call.json'))

const last = 'minute'

/** Its first scene alone. Each choice ends it. @param place the name of the end */
export function firstMinute(locale: Locale, place: string): CallScript {
  const { start, scenes } = firstCall(locale)
  const [opening] = scenes
  const choices = callChoices.map((name) => [name, { ...opening?.choices?.[name], next: last }])
  const lines = [{ who: 'scene', text: pageCopy('sessions', locale).afterMinute }]
  return readCallScript({
    start,
    scenes: [
      { ...opening, choices: Object.fromEntries(choices) },
      { id: last, minute: 1, place, lines, end: true },
    ],
  })
}
