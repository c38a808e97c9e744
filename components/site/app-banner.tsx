import { ownersClaim } from '@/lib/site'
import { Badges } from './badges'

/** The invitation to the app, with the owner's claim: the only place where it stands. */
export function AppBanner() {
  return (
    <section data-chrome aria-labelledby="app-title" className="ground-tint">
      <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-6 px-gut py-16 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h2 id="app-title" className="max-w-[18ch]">
            The same quiet room, in your pocket.
          </h2>
          <p className="mt-4 max-w-136">{ownersClaim} Practise aloud, in silence, or not today.</p>
        </div>
        <Badges className="lg:flex-col" />
      </div>
    </section>
  )
}
