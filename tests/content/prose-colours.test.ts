import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokens } from '@/lib/tokens'

const css = readFileSync('app/styles/post.css', 'utf8')

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe('the colours of code', () => {
  const named = [...css.matchAll(/\.hljs-[^{]+\{\s*color: var\(--([a-z-]+)\)/g)].map((match) => match[1] ?? '')

  it('are six, by kind of token', () => expect(new Set(named).size).toBe(6))

  it.each(['light', 'dark'] as const)('are readable in the %s theme', (theme) => {
    const colours: Record<string, string> = tokens[theme]
    for (const name of named) {
      expect(contrast(colours[name] ?? '', colours.sunken ?? ''), name).toBeGreaterThanOrEqual(7)
    }
  })
})
