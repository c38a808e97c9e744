/**
 * The grammar of every drawing on the site. Two marks stand on one waterline: a swell (a sound) and a
 * rest (a pause, or somebody who listens). The law: a rest has exactly the area of the swells that it
 * stands beside, so that silence is drawn with the weight of speech. Units are those of the drawing.
 */

/** The voice above the line, or the one below it. */
export type Voice = 'above' | 'below'
/** Colour of a mark: a voice, its rest, a pause that nobody fills, or the paper, which cuts a hole. */
export type Ink = Voice | 'above-rest' | 'below-rest' | 'pause' | 'paper'

/** The width of a half circle, or the width and height of a flatter or narrower swell. */
export type Sound = number | readonly [width: number, height: number]
export type Turn = { voice: Voice; sounds: readonly Sound[] } | { pause: number }

export type Mark = {
  kind: 'swell' | 'rest'
  ink: Ink
  x: number
  y: number
  width: number
  height: number
  up: boolean
}

const widthOf = (sound: Sound) => (typeof sound === 'number' ? sound : sound[0])
const heightOf = (sound: Sound) => (typeof sound === 'number' ? sound / 2 : sound[1])

/** The area that swells paint: half ellipses, so pi/4 of their boxes. */
export function areaOf(sounds: readonly Sound[]): number {
  return sounds.reduce<number>((sum, sound) => sum + (Math.PI / 4) * widthOf(sound) * heightOf(sound), 0)
}

/** Swells side by side from `x` on, above or below the line at `y`. */
export function swells(x: number, y: number, sounds: readonly Sound[], ink: Ink, up = true): Mark[] {
  return sounds.map((sound) => {
    const mark: Mark = { kind: 'swell', ink, x, y, width: widthOf(sound), height: heightOf(sound), up }
    x += mark.width
    return mark
  })
}

/** A bar of the given width whose height follows from the area that it has to weigh. */
export function rest(x: number, y: number, width: number, area: number, ink: Ink, up = true): Mark {
  return { kind: 'rest', ink, x, y, width, height: area / width, up }
}

const pauseHeight = 9

/** Turns one after another: while one voice sounds, the other rests opposite. Returns where it ends, too. */
export function talk(x: number, y: number, turns: readonly Turn[]): { marks: Mark[]; end: number } {
  const marks: Mark[] = []
  for (const turn of turns) {
    if ('pause' in turn) {
      marks.push(rest(x, y + pauseHeight / 2, turn.pause, turn.pause * pauseHeight, 'pause'))
      x += turn.pause
      continue
    }
    const above = turn.voice === 'above'
    const width = turn.sounds.reduce<number>((sum, sound) => sum + widthOf(sound), 0)
    marks.push(rest(x, y, width, areaOf(turn.sounds), above ? 'below-rest' : 'above-rest', !above))
    marks.push(...swells(x, y, turn.sounds, turn.voice, above))
    x += width
  }
  return { marks, end: x }
}

/** The same text always gives the same numbers from 0 up to 1: a hash, then xorshift. */
function seeded(text: string): () => number {
  let state = 2166136261
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) % 1000) / 1000
  }
}

/** A talk of its own for a post: the same slug gives the same drawing on every page. */
export function cover(slug: string, width: number, height: number): { marks: Mark[]; line: number } {
  const next = seeded(slug)
  const line = Math.round(height * (0.46 + next() * 0.14))
  const largest = Math.min(line, height - line) * 1.7
  const marks: Mark[] = []
  let x = -20 - next() * 40
  let voice: Voice = next() > 0.5 ? 'above' : 'below'
  while (x < width) {
    const small = 24 + next() * 28
    const sounds = [...Array<number>(Math.floor(next() * 3)).fill(small), largest * (0.4 + next() * 0.6)]
    const part = talk(x, line, [{ voice, sounds }, { pause: 18 + next() * 50 }])
    marks.push(...part.marks)
    x = part.end
    voice = voice === 'above' ? 'below' : 'above'
  }
  return { marks, line }
}
