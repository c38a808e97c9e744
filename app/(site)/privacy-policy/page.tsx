import type { Metadata } from 'next'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { elsewhere, paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.privacy,
  title: 'Privacy policy',
  description:
    'What Unhurried stores about you, why, for how long and who else sees it, in plain words; and how to download or delete it.',
})

export default function Privacy() {
  return (
    <ProsePage
      path={paths.privacy}
      title="Privacy policy"
      updated="2026-11-16"
      summary={
        <>
          <p>
            Reading these pages leaves nothing behind here but your choice between light and dark, in your own browser.
          </p>
          <p>
            With an account we keep your name, your e-mail address or phone number, and your plan. You can download all
            of it, or delete it, on your profile.
          </p>
        </>
      }
    >
      <h2>What is stored when you have an account</h2>
      <ul>
        <li>
          <strong>Who you are to us:</strong> an identifier, your name, your e-mail address or phone number, and which
          way of signing in you chose.
        </li>
        <li>
          <strong>Your picture,</strong> if you put one on your profile.
        </li>
        <li>
          <strong>Your plan:</strong> which one, since when, until when, and who charges it. Card numbers go to the
          payment provider and never to us.
        </li>
      </ul>
      <h2 id="health">About your health</h2>
      <p>
        That somebody has an account here may say that the person stutters. We treat it as information about health: it
        is not sold, not used for advertising, and not shared beyond those who are named below. We do not ask for a
        diagnosis.
      </p>
      <h2>Who else is involved</h2>
      <p>
        An identity service signs you in. A payment provider charges your plan and keeps what the law asks it to keep.
        Both receive what they need for that, and nothing about your practice.
      </p>
      <h2>In your browser</h2>
      <p>
        Your theme, and once you have signed in a note that you did, so that the page greets you correctly. No script of
        anybody else runs without your consent, and none at all where you sign in, pay or see your profile.
      </p>
      <h2>How long, and how to end it</h2>
      <p>
        As long as you have an account. “Download my data” and “Delete my account” are both on your profile; deleting
        cancels a running web subscription first. Records of payments stay with the payment provider for as long as tax
        law asks.
      </p>
      <h2>Questions and complaints</h2>
      <p>
        Write to <a href={`mailto:${elsewhere.mail}`}>{elsewhere.mail}</a>. You may also turn to the data protection
        authority where you live.
      </p>
    </ProsePage>
  )
}
