import { Profile } from '@/components/profile/profile'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.profile)

export default function ProfilePage() {
  return (
    <Page path={paths.profile} footer="compact" banner={false}>
      <div className="mx-auto min-h-144 max-w-page px-gut pt-10 pb-20 lg:pt-16">
        <Profile />
      </div>
    </Page>
  )
}
