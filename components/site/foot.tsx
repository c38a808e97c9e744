import type { ReactNode } from 'react'

/**
 * What stands at the foot of the window: a line about the connection, the question about scripts of others,
 * and on small screens the invitation to try. It is the document's last strip and sticks to the window's
 * edge, so text ends above it and the page's last line has its own room.
 */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <div data-chrome data-foot className="sticky bottom-0 z-10">
      {/* Named, since a rule with `:has` for it would cost a press on a slow phone ten milliseconds. */}
      <div data-foot-line className="ground-tint">
        <p
          id="offline"
          role="status"
          data-off="You are offline. This page stays readable. Other pages wait for a connection."
          data-back="You are online again."
          data-failed="A part of this page could not be loaded. Please try again, or load the page anew."
          suppressHydrationWarning
          // Inline scripts may have said something before React looks: what is in it is not React's.
          dangerouslySetInnerHTML={{ __html: '' }}
          className="mx-auto max-w-page px-gut text-md empty:hidden"
        />
      </div>
      {children}
    </div>
  )
}
