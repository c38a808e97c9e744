import { useTranslations } from 'next-intl'
import { SignIn } from '@/components/auth/sign-in'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { SignInSkeleton, visitScript } from '@/components/site/sign-in-skeleton'
import { CroppedPicture } from '@/components/ui/cropped-picture'
import { Drawing } from '@/components/ui/drawing'
import { ClientMessages } from '@/components/ui/island'
import { Notice } from '@/components/ui/notice'
import { serviceFacts } from '@/lib/service-facts'
import { layOutTurns } from '@/lib/score'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('auth')

const art = layOutTurns(-70, 452, 'above 60 60 180, pause 70, below 110 330')

export default function AuthPage() {
  const t = useTranslations('authPage')
  const { known, sample } = serviceFacts()
  const age = Number(known.get('minimum-age'))
  return (
    <Page path={paths.auth} footer="compact">
      {/* The columns meet on the grid of the header; the tint also fills the margin. */}
      <div className="group grid min-h-full lg:grid-cols-[max(22rem,100%*5/12,50%-6.25rem)_1fr]">
        <div className="ground-tint">
          <div className="h-16 overflow-hidden lg:sticky lg:top-0 lg:flex lg:h-[calc(100dvh-4.75rem)] lg:min-h-120 lg:flex-col">
            <Drawing
              width={600}
              height={900}
              marks={art.marks}
              line={452}
              fit="slice"
              className="size-full lg:hidden"
            />
            <CroppedPicture
              src="/pictures/tide.jpg"
              width={1280}
              height={720}
              className="hidden min-h-0 w-full flex-1 object-[34%] lg:block"
            />
            <p className="hidden py-10 ps-[max(0px,100%-31.25rem)] text-3xl tracking-tight lg:block">
              <span className="block max-w-[20ch] px-gut group-has-[.firebaseui-id-phone-number]:hidden group-has-[.firebaseui-id-phone-confirmation-code]:hidden">
                {t('takeYourTime')}
              </span>
              <span className="hidden max-w-[20ch] px-gut group-has-[.firebaseui-id-phone-number]:block group-has-[.firebaseui-id-phone-confirmation-code]:block">
                {t('takeYourTimeCode')}
              </span>
            </p>
          </div>
        </div>
        <div className="px-gut py-8 lg:py-16">
          <script dangerouslySetInnerHTML={{ __html: visitScript }} />
          <ClientMessages names={['auth', 'identity', 'requests', 'session']}>
            <SignIn skeleton={<SignInSkeleton />}>
              {age > 0 && <p className="text-sm text-muted">{t('minimumAge', { age, isSample: `${!!sample}` })}</p>}
              <noscript>
                <Notice kind="warn" title={t('noScript.title')} text={t('noScript.text')} />
              </noscript>
            </SignIn>
          </ClientMessages>
        </div>
      </div>
    </Page>
  )
}
