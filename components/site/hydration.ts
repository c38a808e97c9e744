/** Lets hydration find the page as it was sent, and lets what visitors did before take effect after it. */
import { tolerateForeignChanges } from './foreign-changes'
import type { Control, ServedPage } from './served-page-script'

declare global {
  /** Set before React starts, so that a page loads this module once. */
  var hydration: Hydration | undefined
}

const isCheckable = (control: Control) => control.type === 'checkbox' || control.type === 'radio'
const stateOf = (control: Control) => (isCheckable(control) ? 'checked' : 'value')

/** Restores the served nodes: with others, React would render the page again and lose typed text. */
function restoreNodes({ nodes }: ServedPage) {
  const foot = [...nodes.keys()].findLast(({ parentNode }) => parentNode === document.body)
  const parents = new Set([...nodes.values()].map(({ parent }) => parent))
  // Inline scripts write into these lines, which were sent empty.
  const isOwnLine = (parent: Element) =>
    parent.matches('[role=status],[data-price],.language-offer *') && !parents.has(parent)
  const walker = document.createTreeWalker(document.body)
  const foreign: ChildNode[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode as ChildNode
    const { parentElement: parent } = node
    if (nodes.has(node) || !parent || isOwnLine(parent)) continue
    if (parent === document.body || nodes.has(parent)) foreign.push(node)
  }
  for (const node of foreign) {
    if (node.parentNode !== document.body) node.remove()
    else if (foot && node.compareDocumentPosition(foot) & Node.DOCUMENT_POSITION_FOLLOWING) document.body.append(node)
  }
  for (const [node, { parent, previous, text }] of nodes) {
    if (node.parentNode !== parent || node.previousSibling !== previous)
      parent.insertBefore(node, previous ? previous.nextSibling : parent.firstChild)
    if (node.nodeValue !== text) node.nodeValue = text
  }
}

/** Moving a field takes its focus and selection. */
function keepingFocus(change: () => void) {
  const field = document.activeElement as HTMLInputElement | null
  const { selectionStart, selectionEnd, selectionDirection } = field ?? {}
  change()
  if (!field || field === document.activeElement) return
  field.focus({ preventScroll: true })
  if (typeof selectionStart === 'number')
    field.setSelectionRange(selectionStart, selectionEnd ?? null, selectionDirection ?? undefined)
}

/**
 * Hydration would put the served text back into a text area, and take any other value for the one that it knows. It
 * leaves controls alone whose state is an own property.
 */
function shield(control: Control) {
  const name = stateOf(control)
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), name)
  Object.defineProperty(control, name, { configurable: true, get: own?.get, set() {} })
}

/** Lets a value that was chosen before hydration take effect as if it were chosen now. */
function apply(control: Control, value: unknown) {
  if (!control.isConnected) return
  if (isCheckable(control)) {
    Object.assign(control, { checked: !value })
    return control.click()
  }
  if (control.value !== value) Object.assign(control, { value })
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}

const shielded = new Set<Control>()
let watcher: MutationObserver | undefined

/** Others may change the page while React waits for a file. The number is limited, because they may insist. */
function watch(restore: () => void) {
  let left = 100
  watcher ??= new MutationObserver(() => {
    left -= 1
    if (left === 0) watcher?.disconnect()
    restore()
    watcher?.takeRecords()
  })
  watcher.observe(document.body, { childList: true, characterData: true, subtree: true })
}

export const hydration = {
  /**
   * Restores the page as it was sent. React looks for the first element of the body when it is started, so that this
   * runs before, and for the rest when it renders.
   */
  prepare() {
    const page = self.servedPage
    if (!page) return
    const restore = () => keepingFocus(() => restoreNodes(page))
    restore()
    watch(restore)
    for (const control of document.querySelectorAll<Control>('input,textarea')) {
      shield(control)
      shielded.add(control)
    }
  },
  /** Runs before other effects, which may set a value. */
  finish() {
    watcher?.disconnect()
    tolerateForeignChanges()
    for (const control of shielded) Reflect.deleteProperty(control, stateOf(control))
    shielded.clear()
  },
  /** @param render renders at once */
  replay(render: (change: () => void) => void) {
    const changed = (self.servedPage?.changedControls() ?? [])
      .map((control) => ({ control, value: Reflect.get(control, stateOf(control)) as unknown }))
      // The other radio of the group takes effect.
      .filter(({ control, value }) => control.type !== 'radio' || value)
    self.servedPage = undefined
    // Effects cannot render at once, and nothing can be typed before this runs.
    queueMicrotask(() => {
      for (const { control, value } of changed) render(() => apply(control, value))
      for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) island.dataset.ready = ''
      document.dispatchEvent(new Event('hydrated'))
    })
  },
}

export type Hydration = typeof hydration
