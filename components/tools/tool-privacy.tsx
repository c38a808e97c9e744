import type { ReactNode } from 'react'

/** Says how a tool handles typed text. */
export const ToolPrivacy = ({ children }: { children: ReactNode }) => (
  <p className="mt-8 max-w-measure text-sm text-muted">{children}</p>
)
