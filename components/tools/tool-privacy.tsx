import type { ReactNode } from 'react'

/** Says how the tools handle typed text. */
export function ToolPrivacy({ children }: { children?: ReactNode }) {
  return (
    <p className="mt-8 max-w-measure text-sm text-muted">
      No account, no microphone. Nothing you do here is sent to us or to anyone else. {children} Once you use this tool,
      its page is stored on your device, so it opens without a connection. What you type or choose isn’t part of it.
    </p>
  )
}
