// The frame of every page: the header, the main part, and a place for errors.
import { html, useEffect, useErrorBoundary } from '../vendor/preact-htm.js';

/** @param {{title: string, wide?: boolean, children?: any}} props */
export function Frame({ title, wide, children }) {
  const [error] = useErrorBoundary();
  useEffect(() => {
    document.title = title === 'Parlour' ? title : `${title} · Parlour`;
  }, [title]);
  return html`
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="brand" href="/"><${Logo} />Parlour</a>
      <nav aria-label="Main">
        <a href="/">Play</a>
        <a href="/watch">Watch</a>
        <a href="/review">Review</a>
        <a href="/bots">Bots</a>
      </nav>
    </header>
    <main id="main" tabindex="-1" class=${wide ? 'wide' : ''}>
      ${error ? html`<p class="alarm">Something went wrong on this page. Reload it to go on.</p>` : children}
    </main>
  `;
}

function Logo() {
  return html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
    <circle class="shape style-first" cx="8" cy="9" r="6.5" />
    <rect class="shape style-second" x="10" y="10" width="12" height="12" rx="3" />
  </svg>`;
}

/** The mark of a seat: round for the first, square for the second. @param {{seat: number}} props */
export function Mark({ seat }) {
  return html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
    ${seat === 0
      ? html`<circle class="shape style-first" cx="10" cy="10" r="8" />`
      : html`<rect class="shape style-second" x="2" y="2" width="16" height="16" rx="4" />`}
  </svg>`;
}

/** @param {{what?: string}} props */
export function Loading({ what = 'Loading' }) {
  return html`<p class="loading" role="status">${what}…</p>`;
}

/** @param {{text: string}} props */
export function Problem({ text }) {
  return text ? html`<p class="alarm" role="alert">${text}</p>` : null;
}
