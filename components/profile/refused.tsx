import type { Provider, Subscription } from '@/lib/contract/plan'
import { appStoreOf, providerName, storeName } from '@/lib/contract/plan-words'
import { paths } from '@/lib/site'
import { Portal } from './portal'

type RefusedProps = { uid: string; subscription?: Subscription; provider?: Provider | undefined }

/** What still helps where a provider refuses: its own page, and ours for a message to the team. */
export function Refused({ uid, subscription, provider }: RefusedProps) {
  const name =
    subscription && !appStoreOf(subscription) ? storeName[subscription.store] : provider && providerName[provider]
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      {name && (
        <Portal uid={uid} provider={provider} {...(subscription && { subscription })} primary>
          {`Open ${name}`}
        </Portal>
      )}
      <p>
        <a className="link" href={paths.contact}>
          Write to us
        </a>
      </p>
    </div>
  )
}
