/** Red, green and blue in linear light, each in [0, 1]: what light adds up in, as the numbers of a screen do not. */
export type Light = readonly [red: number, green: number, blue: number]

/** Linear light of a colour written as #rrggbb. */
export function light(hex: string): Light {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return [red, green, blue]
}

/** The value from 0 to 255 with which a screen shows an amount of linear light. */
export function screen(amount: number): number {
  const value = Math.min(1, Math.max(0, amount))
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
}

/** Two lights mixed: the first at `share` 0, the second at 1. */
export function mix(one: Light, other: Light, share: number): Light {
  const part = (at: 0 | 1 | 2) => one[at] + (other[at] - one[at]) * share
  return [part(0), part(1), part(2)]
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
