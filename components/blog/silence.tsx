import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest } from '@/lib/score'

const marks = [rest(0, 60, 480, areaOf([150]), 'above-rest')]

/** Where nothing has been written yet: a rest, as wide as what may come. */
export const Silence = () => (
  <Drawing width={480} height={76} marks={marks} line={60} className="mb-6 w-full max-w-120 overflow-hidden" />
)
