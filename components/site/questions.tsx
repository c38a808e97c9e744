import type { Citation, Question as Asked } from '@/lib/contract/content'
import { firstQuestions } from '@/lib/content/pages/faq'
import { Question } from './question'
import { Written } from './written'

type QuestionsProps = {
  of: readonly Asked[]
  /** The first answer is there without a press. */
  open?: boolean
  /** Offers each answer's own address. */
  linked?: boolean
}

/** Questions under each other, a hairline between them. */
export function Questions({ of, open, linked }: QuestionsProps) {
  return of.map(({ id, title, words, html }, index) => (
    <Question key={id} id={id} title={title} words={linked ? words : ''} open={open && index === 0} linked={linked}>
      <Written html={html} />
    </Question>
  ))
}

/** The five that are asked first, for the home page. `sources` are that page's, numbered by it. */
export async function FirstQuestions({ sources }: { sources: readonly Citation[] }) {
  return <Questions of={await firstQuestions(sources)} open />
}
