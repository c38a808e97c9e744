/** What a run has measured, each part where it was run. */
import type { AnswerFigures } from './answers'
import type { ArchiveFigures } from './archive'
import type { BrowserFigures } from './pages'
import type { PressFigures } from './presses'
import type { SignedInFigures } from './signed-in'
import type { Starts } from './starts'

export type Results = {
  /** Version of the browser. */
  chromium?: string
  pages?: BrowserFigures
  presses?: PressFigures
  signedIn?: SignedInFigures
  answers?: AnswerFigures
  starts?: Record<'floor' | 'site' | 'postgres', Starts>
  archives?: ArchiveFigures[]
}
