import { useLocale } from 'next-intl'
import { Profile } from '@/components/profile/profile'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { ClientMessages } from '@/components/ui/island'
import { timetable } from '@/lib/content/pages/timetable'
import { paths } from '@/lib/site'
import { siteSettings } from '@/lib/site-settings'

export const generateMetadata = () => pageMetadata('profile')

const names = [
  'profile',
  'account',
  'identity',
  'session',
  'plan',
  'calendar',
  'confirmAddress',
  'requests',
  'retry',
] as const

export default function ProfilePage() {
  return (
    <Page path={paths.profile} footer="compact">
      <div className="mx-auto min-h-144 max-w-page px-gut pt-10 pb-20 lg:pt-16">
        <ClientMessages names={names}>
          <Profile app={siteSettings().app} calls={timetable(useLocale()).calls} />
        </ClientMessages>
      </div>
    </Page>
  )
}
