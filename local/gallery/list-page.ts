import { html, page } from '@/local/vendors/html'
import { storageKeys } from '@/lib/site'
import type { State } from './state'

const groupsOf = (states: readonly State[]) => [...Map.groupBy(states, ({ group }) => group)]

/** Every state with a link that brings it up. */
export function statesPage(states: readonly State[]): string {
  return page(
    'Gallery',
    html`
      <h1>The sign-in page in every state</h1>
      <form id="how">
        <label>
          Enumeration protection
          <select name="protection">
            <option>on</option>
            <option>off</option>
          </select>
        </label>
        <label>
          Theme
          <select name="theme">
            <option>light</option>
            <option>dark</option>
          </select>
        </label>
      </form>
      ${groupsOf(states).map(
        ([group, members]) => html`
          <section>
            <h2>${group}</h2>
            <ul>
              ${members.map(({ name }) => html`<li><a href="/open/${name}" class="state">${name.replaceAll('-', ' ')}</a></li>`)}
            </ul>
          </section>
        `,
      )}
      <script>
        const how = document.getElementById('how')
        const lead = () => {
          const query = new URLSearchParams(new FormData(how))
          for (const link of document.querySelectorAll('.state')) link.search = query
        }
        how.addEventListener('change', lead)
        lead()
      </script>
    `,
  )
}

/** Forgets who was signed in and what was pending, as a browser does that is new here, and goes to the state. */
export function openingPage(path: string, theme: string | null): string {
  const kept = { [storageKeys.consent]: 'declined', theme: theme === 'dark' ? 'dark' : 'light' }
  return page(
    'Gallery',
    html`
      <p>One moment.</p>
      <script id="kept" type="application/json" data-path="${path}" data-kept="${JSON.stringify(kept)}"></script>
      <script>
        const { path, kept } = document.getElementById('kept').dataset
        const forget = async () => {
          localStorage.clear()
          sessionStorage.clear()
          for (const { name } of await indexedDB.databases()) {
            await new Promise((resolve) => {
              const request = indexedDB.deleteDatabase(name)
              for (const kind of ['success', 'error', 'blocked']) request.addEventListener(kind, resolve)
            })
          }
          for (const [name, value] of Object.entries(JSON.parse(kept))) localStorage.setItem(name, value)
          location.replace(path)
        }
        void forget()
      </script>
    `,
  )
}
