import { useTranslations } from 'next-intl'
import type { Author } from '@/lib/contract/content'
import { Drawing } from '@/components/ui/drawing'
import { totalArea, pauseMark, soundMarks, type Mark } from '@/lib/score'

const line = 96
const onePerson = [150]
const team = [44, 70, 120, 92, 58]

function voices(sounds: readonly number[]): { marks: Mark[]; width: number } {
  const width = sounds.reduce((sum, sound) => sum + sound, 0)
  return {
    width,
    marks: [...soundMarks(0, line, sounds, 'above'), pauseMark(0, line, width, totalArea(sounds), 'below-rest', false)],
  }
}

const art = { organization: voices(team), person: voices(onePerson) }

export function AuthorIntro({ of: { kind, description }, total }: { of: Author; total: number }) {
  const { marks, width } = art[kind]
  const t = useTranslations('blog.author')
  return (
    <div className="mt-6 grid grid-cols-1 items-end gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        <p className="max-w-144 text-lg md:text-xl">{description}</p>
        <p className="mt-4 text-muted">{t(kind === 'organization' ? 'postsOfTeam' : 'posts', { total })}</p>
      </div>
      <Drawing width={width} height={160} marks={marks} line={line} extends="end" className="w-full max-w-96" />
    </div>
  )
}
