import { Drawing } from '@/components/ui/drawing'
import { talk } from '@/lib/score'
import { ownersClaim } from '@/lib/site'
import { Badges } from './badges'

/** A word on the water's edge, in the room that every page leaves below its last line. */
const { marks, end } = talk(0, 48, [
  { voice: 'above', sounds: [26, 26, 26, 92] },
  { pause: 40 },
  { voice: 'below', sounds: [44] },
])

/** The invitation to the app, with the owner's claim: the only place where it stands. */
export function AppBanner() {
  return (
    <section data-chrome aria-labelledby="app-title" className="ground-tint relative overflow-x-clip">
      <div className="mx-auto flex max-w-page justify-end px-gut">
        <Drawing width={end} height={72} marks={marks} line={48} runs="both" className="on-the-edge rtl:-scale-x-100" />
      </div>
      <div className="app-banner mx-auto max-w-page px-gut">
        <div>
          <h2 id="app-title" className="max-w-[18ch]">
            The app, when it suits you.
          </h2>
          <p className="mt-4 max-w-136">{`${ownersClaim} Open it when you like. Close it in the middle.`}</p>
        </div>
        <Badges className="lg:flex-col" />
      </div>
    </section>
  )
}
