/**
 * The grammar of every drawing on the site. Two marks stand on one waterline: a swell (a sound) and a
 * rest (a pause, or somebody who listens). The law: a rest has exactly the area of the swells that it
 * stands beside, so that silence is drawn with the weight of speech. Units are those of the drawing.
 */

/** The voice above the line, or the one below it. */
type Voice = 'above' | 'below'
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

/** A turn of a cover: its voice, a block of some width before it or none, its sounds, and the pause after it. */
type Phrase = { voice: Voice; block: number; sounds: readonly Sound[]; pause: number }

const manners = ['word', 'repetition', 'prolongation', 'phrase'] as const

/** Turns without end. How large they are, how they are begun and how long is waited belongs to the slug. */
function* phrasesOf(slug: string): Generator<Phrase, never> {
  const next = seeded(slug)
  const between = (least: number, most: number) => least + next() * (most - least)
  const one = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  const size = between(90, 204)
  const ease = between(18, 60)
  const answers = between(0.6, 1)
  const haste = between(0, 0.7)
  const favourite = one(manners)
  let voice: Voice = one(['above', 'below'])
  for (;;) {
    const manner = next() < 0.4 ? favourite : one(manners)
    const blocked = manner === 'word' && next() < 0.25
    const large = size * between(0.7, 1.15)
    const [small, middle] = [large * between(0.18, 0.28), large * between(0.35, 0.55)]
    const sounds: Record<typeof manner, () => readonly Sound[]> = {
      word: () => [blocked ? large * 0.75 : large],
      repetition: () => [...Array<number>(2 + Math.floor(next() * 2)).fill(small), large],
      prolongation: () => [[large * between(1.3, 1.9), large * between(0.24, 0.34)]],
      phrase: () =>
        one([
          [large, middle],
          [middle, large],
          [middle, large, middle],
        ]),
    }
    const said = { voice, block: blocked ? large * 0.4 : 0, sounds: sounds[manner]() }
    if (next() < answers) voice = voice === 'above' ? 'below' : 'above'
    // Nobody interrupts: an answer may come at once, but not a second turn of the same voice.
    const waits = voice === said.voice || next() > haste
    yield { ...said, pause: waits ? ease * between(0.6, 1.4) : 0 }
  }
}

/** The height of every cover, in its units; and of it, the room above and below, and how thick a pause is. */
export const coverHeight = 240
const coverMargin = 24
const coverPause = 5
/** The least pause before and after all. */
const coverEnd = 22
const mostTurns = 12

/** Phrases on a line at 0, between two pauses; each pause is `longer` than it has to be. */
function spoken(phrases: readonly Phrase[], scale = 1, longer = 0): { marks: Mark[]; end: number } {
  const marks: Mark[] = []
  let x = 0
  const wait = (pause: number) => {
    const width = pause * scale + longer
    marks.push(rest(x, coverPause / 2, width, width * coverPause, 'pause'))
    x += width
  }
  wait(coverEnd)
  for (const [index, { voice, block, sounds, pause }] of phrases.entries()) {
    const scaled = sounds.map((sound): Sound => [widthOf(sound) * scale, heightOf(sound) * scale])
    // As in the legend, the bar weighs half of the word that it holds back.
    if (block > 0) marks.push(rest(x, 0, block * scale, areaOf(scaled) / 2, 'pause', voice === 'above'))
    const turn = talk(x + block * scale, 0, [{ voice, sounds: scaled }])
    marks.push(...turn.marks)
    x = turn.end
    if (index === phrases.length - 1) wait(coverEnd)
    else if (pause > 0) wait(pause)
  }
  return { marks, end: x }
}

/** `end` is where it ends, at its width or beyond. */
type Cover = { marks: Mark[]; line: number; end: number }

/** Phrases in the middle of a cover's height, and no larger than it allows; pauses fill what is left of `width`. */
function fitted(phrases: readonly Phrase[], width?: number): Cover & { scale: number; spare: number } {
  const natural = spoken(phrases)
  const above = Math.max(...natural.marks.map(({ up, y, height }) => (up ? height - y : -y)))
  const below = Math.max(...natural.marks.map(({ up, y, height }) => (up ? y : y + height)))
  const scale = Math.min((coverHeight - 2 * coverMargin) / (above + below), width ? width / natural.end : 1)
  const spare = width ? width - natural.end * scale : 0
  const pauses = 2 + phrases.slice(0, -1).filter(({ pause }) => pause > 0).length
  const line = Math.round((coverHeight + (above - below) * scale) / 2)
  const { marks, end } = spoken(phrases, scale, spare / pauses)
  return { marks: marks.map((mark) => ({ ...mark, y: mark.y + line })), line, end, scale, spare }
}

/**
 * A talk of its own for a post, `width` wide in units of `coverHeight`: the same slug gives the same talk on every
 * page. A box holds as many whole turns as suit its width, between two pauses, and nothing in it is cut. A band
 * begins with the same turns and goes on past its end.
 */
export function cover(slug: string, width: number, shape: 'box' | 'band'): Cover {
  const source = phrasesOf(slug)
  const phrases: Phrase[] = []
  if (shape === 'band') {
    let band: Cover
    do {
      phrases.push(source.next().value)
      band = fitted(phrases)
    } while (band.end < width)
    return band
  }
  let best: (Cover & { strain: number }) | undefined
  do {
    phrases.push(source.next().value)
    const { marks, line, end, scale, spare } = fitted(phrases, width)
    const strain = Math.abs(Math.log(scale)) + (2 * spare) / width
    if (!best || strain < best.strain) best = { marks, line, end, strain }
  } while (phrases.length < mostTurns)
  return best
}

/** Class names of the inks: the theme gives them their colours. Style sheets are made of what is named here. */
export const inkClass: Record<Ink, string> = {
  above: 'fill-primary',
  below: 'fill-accent',
  'above-rest': 'fill-primary-rest',
  'below-rest': 'fill-accent-rest',
  pause: 'fill-text',
  paper: 'fill-[var(--paper,var(--bg))]',
}
export const waterlineClass = 'stroke-text stroke-[1.5]'

/**
 * The path of marks of one ink: half ellipses and bars, each on its line. Their edges are rounded, so that neighbours
 * still touch. A fill closes each by itself, swells side by side go on where the last one ended, and radii of 1 are
 * drawn as large as a half circle of that width needs them (SVG 2, 9.5.1): each letter of it is sent.
 */
function pathOf(marks: readonly Mark[], parts: number): string {
  const round = (value: number) => Math.round(value * parts) / parts
  const fine = (value: number) => Math.round(value * 10) / 10
  let path = ''
  let pen = ''
  for (const { kind, x, y, width, height, up } of marks) {
    const left = round(x)
    const [wide, high] = [fine(round(x + width) - left), round(height)]
    const start = `M${left} ${fine(y)}`
    if (kind === 'rest') {
      path += `${start}v${up ? -high : high}h${wide}v${up ? high : -high}`
      pen = ''
      continue
    }
    const radii = Math.abs(width - 2 * height) < 0.01 ? '1 1' : `${fine(wide / 2)} ${high}`
    path += `${start === pen ? '' : start}a${radii} 0 0 ${up ? 1 : 0} ${wide} 0`
    pen = `M${fine(left + wide)} ${fine(y)}`
  }
  return path
}

/**
 * Marks of one ink become one path, so that a large drawing stays a small piece of HTML. A hole has to
 * lie between what is under it and what is over it, so the order is kept where there is one.
 * @param parts of a unit, to which widths and heights are rounded
 */
export function layersOf(marks: readonly Mark[], parts = 10): { ink: Ink; d: string }[] {
  const ordered = marks.some(({ ink }) => ink === 'paper')
  const layers: { ink: Ink; marks: Mark[] }[] = []
  for (const mark of marks) {
    const open = ordered ? layers.at(-1) : layers.find(({ ink }) => ink === mark.ink)
    if (open?.ink === mark.ink) open.marks.push(mark)
    else layers.push({ ink: mark.ink, marks: [mark] })
  }
  return layers.map((layer) => ({ ink: layer.ink, d: pathOf(layer.marks, parts) }))
}
