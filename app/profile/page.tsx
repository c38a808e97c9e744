import { Profile } from '@/components/profile/profile'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { paths } from '@/lib/site'

export const metadata = pageMetadata({
  path: paths.profile,
  title: 'Profile',
  description: 'Your plan with its dates, your picture and name, and your data: everything you can change yourself.',
  index: false,
})

export default function ProfilePage() {
  return (
    <Page path={paths.profile} footer="compact" banner={false}>
      <div className="mx-auto min-h-144 max-w-page px-gut pt-10 pb-20 lg:pt-16">
        <h1 className="mb-10">Profile</h1>
        <noscript>
          <p className="mb-6">This page needs JavaScript to show your plan.</p>
        </noscript>
        <Profile />
      </div>
    </Page>
  )
}
