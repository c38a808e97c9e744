import * as z from 'zod'
import copy from '@/content/en/pages/sessions.json'
import file from '@/content/en/tools/first-call.json'
import { callChoices, type CallScript } from '@/lib/contract/first-call'

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

/**
 * Validates a script: every choice leads to a later scene, so that every path ends.
 * @throws Error naming the problem
 */
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

/** The rehearsal on `/tools/first-call`. */
export const firstCall = readCallScript(file)

const last = 'minute'
const [opening] = firstCall.scenes

/** Its first scene alone. Each choice ends it. */
export const firstMinute = readCallScript({
  start: firstCall.start,
  scenes: [
    {
      ...opening,
      choices: Object.fromEntries(callChoices.map((name) => [name, { ...opening?.choices?.[name], next: last }])),
    },
    { id: last, minute: 1, place: 'One minute', lines: [{ who: 'scene', text: copy.afterMinute }], end: true },
  ],
})
