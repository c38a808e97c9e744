/** Runs in the page. Every animation and transition with its duration in ms. */
export function motions(): { what: string; property: string; ms: number }[] {
  const ms = (text: string) => parseFloat(text) * (text.endsWith('ms') ? 1 : 1000)
  const running = document.getAnimations().map((animation) => ({
    what: 'an animation that runs',
    property: String(animation.id),
    ms: Number(animation.effect?.getComputedTiming().duration ?? 0),
  }))
  const declared = [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(element, part)
      const durations = style.transitionDuration.split(', ').map(ms)
      const what = `${element.tagName.toLowerCase()}${part ?? ''} ${element.getAttribute('class') ?? ''}`
      const transitions = style.transitionProperty
        .split(', ')
        .map((property, index) => ({ what, property, ms: durations[index % durations.length] ?? 0 }))
      // `hold` only delays a waiting message, and may still be there on a slow machine.
      const animated = ['none', 'hold'].includes(style.animationName)
        ? []
        : [{ what, property: 'animation', ms: ms(style.animationDuration) }]
      return [...transitions, ...animated].filter((each) => each.ms > 0 && each.property !== 'none')
    }),
  )
  return [...running, ...declared]
}
