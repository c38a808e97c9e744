/** Runs in the page. The text with the weakest contrast to white paper. */
export function weakest(): { ratio: number; text: string } {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour: string) => {
    if (!canvas) return 1
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  let worst = { ratio: 21, text: '' }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim()
    if (!parent || !text || !parent.checkVisibility({ visibilityProperty: true })) continue
    const ratio = 1.05 / (luminance(getComputedStyle(parent).color) + 0.05)
    if (ratio < worst.ratio) worst = { ratio, text: text.slice(0, 40) }
  }
  return worst
}
