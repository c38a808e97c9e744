import { Silence } from './silence'

/** A list of posts that has none yet. */
export function EmptyList() {
  return (
    <div className="border-t border-hair py-10">
      <Silence />
      <p className="text-lg">Nothing has been published here yet.</p>
    </div>
  )
}
