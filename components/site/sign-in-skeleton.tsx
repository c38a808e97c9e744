import { useTranslations } from 'next-intl'
import { Busy } from '@/components/ui/busy'
import { builtScript, inline } from '@/components/ui/inline'

/** For the style sheet: a new visitor's form begins with the consent. */
function markVisit() {
  const visit = new URLSearchParams(location.search).get('visit')
  if (visit) document.documentElement.dataset.visit = visit
}

export const visitScript = builtScript('visit', inline(markVisit))

/** The layout of the sign-in form with its usual four ways. Invisible words keep the place of those that follow. */
export function SignInSkeleton() {
  const t = useTranslations('auth')
  return (
    <>
      <div aria-hidden className="grid grid-cols-2 gap-x-6 scriptless:hidden">
        <span className="h-13 border-b-8 border-hair in-data-[visit=new]:border-b" />
        <span className="h-13 border-b border-hair in-data-[visit=new]:border-b-8" />
      </div>
      <div className="mb-6 grid pt-2 text-sm *:col-start-1 *:row-start-1">
        <p aria-hidden className="invisible in-data-[visit=new]:hidden">
          {t('visit.passwordHint')}
        </p>
        <p aria-hidden className="invisible hidden in-data-[visit=new]:block">
          {t('visit.newPasswordHint')}
        </p>
        <Busy isServerRendered>{t('loading')}</Busy>
      </div>
      <div aria-hidden className="scriptless:hidden">
        <div className="mb-6 hidden in-data-[visit=new]:block">
          <p className="flex min-h-11 items-start gap-3 text-md">
            <span className="mt-0.5 size-6 shrink-0 rounded-sm border-2 border-hair" />
            <span>
              <span className="blank">
                <span className="invisible">{t('consent.health')}</span>
              </span>
            </span>
          </p>
          <p className="mt-1 ps-9 text-sm">
            <span className="tap">
              <span className="blank">
                <span className="invisible">{t('consent.link')}</span>
              </span>
            </span>
          </p>
        </div>
        <div className="grid gap-3 *:h-14 *:rounded *:border-2 *:border-hair">
          <span />
          <span />
          <span className="mt-10 h-13!" />
          <span className="-mt-1" />
          <span />
        </div>
      </div>
    </>
  )
}
