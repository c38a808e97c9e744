import { paths } from '@/lib/site'

/** What stands beside the form: the same by e-mail, and what needs no message at all. */
export function Aside({ mail }: { mail: string }) {
  return (
    <div className="grid content-start gap-8 text-md leading-relaxed">
      <div>
        <h3 className="text-md">Rather by e-mail?</h3>
        <p>
          <a href={`mailto:${mail}`} className="link tap font-semibold wrap-anywhere">
            {mail}
          </a>
        </p>
        <p className="text-muted">
          It arrives in the same place. Here too a diagnosis or a card number is better left out.
        </p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">To cancel a plan</h3>
        <p className="mt-2 text-muted">
          You do not have to write. It takes two clicks on your{' '}
          <a href={paths.profile} className="link">
            profile
          </a>
          .
        </p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">Asked before, perhaps</h3>
        <p className="mt-2 text-muted">
          What it costs, whether you must speak, how a call goes: the{' '}
          <a href={paths.faq} className="link">
            questions
          </a>{' '}
          may already say it.
        </p>
      </div>
    </div>
  )
}
