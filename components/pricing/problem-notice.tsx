import { Notice } from '@/components/ui/notice'
import type { Problem } from './problem'

export function ProblemNotice({ problem }: { problem: Problem }) {
  return (
    <Notice kind="bad" live="alert" title={problem.title}>
      <p>{problem.text}</p>
      {problem.link && (
        <p>
          <a className="link" href={problem.link.href}>
            {problem.link.label}
          </a>
        </p>
      )}
    </Notice>
  )
}
