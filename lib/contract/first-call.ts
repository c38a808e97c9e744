/** A rehearsed group call: scenes, each with four things that the visitor can do. */
export const callChoices = ['speak', 'type', 'pass', 'listen'] as const
export type CallChoice = (typeof callChoices)[number]

export type CallLine = {
  /** `host`, `scene` for what happens, or the first name of a made-up member. */
  who: string
  text: string
}

type CallScene = {
  id: string
  /** Minutes since the call began. */
  minute: number
  place: string
  lines: readonly CallLine[]
  /** Whose turn it is, and the choices. The last scene has neither. */
  turn?: string
  choices?: Readonly<Record<CallChoice, { text: string; next: string }>>
}

export type CallScript = { start: string; scenes: readonly CallScene[] }

/** A scene as played, with the visitor's choice. */
type CallStep = { scene: CallScene; choice?: CallChoice }

/**
 * The scenes that these choices lead through, ending with a waiting or the last scene.
 * @param choices choices after the end are ignored
 * @throws Error if a scene does not exist
 */
export function walkCall(script: CallScript, choices: readonly CallChoice[]): CallStep[] {
  const find = (id: string) => {
    const scene = script.scenes.find((one) => one.id === id)
    if (!scene) throw new Error(`The script has no scene "${id}".`)
    return scene
  }
  let scene = find(script.start)
  const steps: CallStep[] = []
  for (const choice of choices) {
    if (!scene.choices) break
    steps.push({ scene, choice })
    scene = find(scene.choices[choice].next)
  }
  return [...steps, { scene }]
}
