/**
 * The early script of the document answers the press and keeps the name true; the name that stands
 * here is the one for a light page. Without any script the button would do nothing, so it is not there.
 */
export function ThemeToggle({ className = '', text }: { className?: string; text?: boolean }) {
  return (
    <button
      type="button"
      data-theme-toggle
      aria-label="Switch to dark mode"
      suppressHydrationWarning
      className={`cursor-pointer items-center rounded noscript:hidden ${className}`}
    >
      <svg viewBox="0 0 22 22" aria-hidden="true" className="size-5.5">
        <circle cx="11" cy="11" r="9.25" className="fill-none stroke-current stroke-[1.5]" />
        <path d="M11 1.75a9.25 9.25 0 0 1 0 18.5z" className="fill-current" />
      </svg>
      {text && (
        <>
          <span className="dark:hidden">Dark mode</span>
          <span className="hidden dark:inline">Light mode</span>
        </>
      )}
    </button>
  )
}
