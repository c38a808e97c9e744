import { SignIn } from '@/components/auth/page/sign-in'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Drawing } from '@/components/ui/drawing'
import { talk } from '@/lib/score'
import { Notice } from '@/components/ui/notice'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.auth)

const art = talk(-70, 452, [
  { voice: 'above', sounds: [60, 60, 180] },
  { pause: 70 },
  { voice: 'below', sounds: [110, 330] },
])

export default function AuthPage() {
  return (
    <Page path={paths.auth} footer="compact" banner={false}>
      <div className="grid min-h-full lg:grid-cols-[minmax(22rem,5fr)_7fr]">
        <div className="ground-tint">
          <div className="relative h-40 overflow-hidden lg:sticky lg:top-0 lg:h-[calc(100dvh-4.75rem)] lg:min-h-120">
            <Drawing
              width={600}
              height={900}
              marks={art.marks}
              line={452}
              fit="slice"
              className="absolute inset-0 size-full"
            />
            <p className="absolute inset-x-0 bottom-10 hidden px-gut text-3xl tracking-tight lg:block">
              <span className="block max-w-[13ch]">Codes expire. You can ask for another one.</span>
            </p>
          </div>
        </div>
        <div className="px-gut py-10 lg:py-16">
          <SignIn>
            <noscript>
              <Notice kind="warn" title="Signing in needs JavaScript.">
                <p>
                  Your browser has JavaScript switched off, so the sign-in form cannot be shown. Switch it on for this
                  site, then load the page again.
                </p>
              </Notice>
            </noscript>
          </SignIn>
        </div>
      </div>
    </Page>
  )
}
