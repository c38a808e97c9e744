import type { ReactNode } from 'react'
import { QrCode } from '@/components/ui/qr-code'
import { qrImage } from '@/components/ui/qr-image'
import { paths } from '@/lib/site'

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-3 border-t border-hair pt-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </li>
  )
}

/**
 * First steps of a new subscriber, with a QR code from the server.
 * @param children the links to the app stores
 */
export function NextSteps({ app, children }: { app: string; children: ReactNode }) {
  return (
    <ol className="grid gap-6">
      <Step title="Get the app">
        <div className="flex items-center justify-between gap-8">
          <div className="grid gap-3">
            <p>Sign in there the same way you do here.</p>
            {children}
          </div>
          <figure className="hidden shrink-0 justify-items-center gap-2 lg:grid lg:pointer-coarse:hidden print:hidden">
            <QrCode src={qrImage(app)} label={`QR code that opens ${app}`} className="size-36" />
            <figcaption className="text-sm text-muted">Or scan it with your phone</figcaption>
          </figure>
        </div>
      </Step>
      <Step title="See what a group call is like">
        <p>
          <a className="link tap font-semibold" href={paths.sessions}>
            See how the calls work
          </a>
          , or{' '}
          <a className="link tap font-semibold" href={paths.toolCall}>
            rehearse one
          </a>{' '}
          on your own first.
        </p>
      </Step>
      <Step title="There’s nothing you have to do today">
        <p>Begin when it suits you. Your plan’s dates are below.</p>
      </Step>
    </ol>
  )
}
