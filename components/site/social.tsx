import { outside } from '@/lib/outside'

/** Plain glyphs of ours in a 24-unit box, by the network's name; evenodd cuts the holes. */
const glyphs: Record<string, string> = {
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm4 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 6a1.1 1.1 0 1 1 0 2.2A1.1 1.1 0 0 1 17 6z',
  YouTube: 'M5 5.5h14a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zm5 3.2v6.6l5.6-3.3z',
  Facebook: 'M10 21v-8H7.5v-3H10V8c0-3 1.6-4.6 4.2-4.6h2.3v3h-1.7c-1.2 0-1.6.6-1.6 1.7V10h3.2l-.5 3h-2.7v8z',
  X: 'M3.5 4h5l4 5.4L17.3 4h2.6l-6.2 7.1L20.5 20h-5l-4.4-5.9L6 20H3.4l6.5-7.5zm3.6 1.8 9.3 12.4h.6L7.7 5.8z',
  LinkedIn:
    'M4 9h3.4v11H4zm1.7-5.4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM9.6 9h3.2v1.5c.6-1 1.8-1.8 3.4-1.8 3 0 3.9 1.9 3.9 4.7V20h-3.4v-5.9c0-1.5-.4-2.5-1.7-2.5-1.4 0-2 1-2 2.5V20H9.6z',
}

/** Links to the five networks: icons of 50 pixels whose colour changes in 170 milliseconds. */
export function Social() {
  return (
    <ul aria-label="Social networks" className="flex flex-wrap gap-1.5">
      {outside().social.map(({ label, href }) => (
        <li key={label}>
          <a href={href} aria-label={label} className="network">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path fillRule="evenodd" d={glyphs[label]} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
