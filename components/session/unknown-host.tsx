import { Notice } from '@/components/ui/notice'
import { mainSite } from '@/lib/browser/base'
import { siteName } from '@/lib/site'

/** Stands in place of what needs the API, on a host without a mode. */
export function UnknownHost({ title = 'Signing in doesn’t work at this address.' }: { title?: string }) {
  const main = mainSite()
  return (
    <Notice kind="warn" live="alert" title={title}>
      <p>
        This address isn’t set up for {siteName} accounts, so trying again won’t help. Your account and your plan are as
        they were.{' '}
        {main ? (
          <>
            Please use{' '}
            <a className="link" href={main}>
              {new URL(main).host}
            </a>{' '}
            instead.
          </>
        ) : (
          'Please use the address that you know us by.'
        )}
      </p>
    </Notice>
  )
}
