import type { ReactNode } from 'react'

export const ToolPrivacy = ({ children }: { children: ReactNode }) => (
  <p className="mt-8 max-w-measure text-sm text-muted">{children}</p>
)
