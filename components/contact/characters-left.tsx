import { contactLimits } from '@/lib/contract/contact'

const words = (left: number) => {
  const amount = Math.abs(left).toLocaleString('en')
  const unit = Math.abs(left) === 1 ? 'character' : 'characters'
  return left < 0 ? `${amount} ${unit} too many` : `${amount} ${unit} left`
}

/** From here on the end is near enough to speak of. */
const near = 500
/** What is said aloud: at the first sight of the end, a little before it, and past it. */
const steps = [near, 100, 0, -1]

/** How much room a message still has: shown near the end only, and said aloud in a few steps. */
export function CharactersLeft({ length }: { length: number }) {
  const left = contactLimits.message - length
  const step = steps.findLast((each) => left <= each)
  return (
    <>
      <p aria-hidden="true" className="min-h-[1.55em] pt-1.5 text-sm text-muted tabular-nums">
        {left <= near && words(left)}
      </p>
      <p role="status" className="sr-only">
        {step !== undefined && (step < 0 ? 'The message is too long.' : `${step || 'No'} characters left, or fewer.`)}
      </p>
    </>
  )
}
