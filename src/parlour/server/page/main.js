// Chooses the page for the address.
import { html, render, useEffect, useState } from './vendor/preact-htm.js';
import { Frame, Loading, Problem } from './parts/frame.js';

/** @type {[RegExp, () => Promise<{Page: any}>][]} */
const PAGES = [
  [/^\/$/, () => import('./pages/home.js')],
  [/^\/m\/([\w-]+)$/, () => import('./pages/match.js')],
  [/^\/review(?:\/([\w-]+))?$/, () => import('./pages/review.js')],
  [/^\/explore\/([\w.-]+)$/, () => import('./pages/explore.js')],
  [/^\/rules\/([\w.-]+)$/, () => import('./pages/rules.js')],
  [/^\/bots$/, () => import('./pages/bots.js')],
  [/^\/watch$/, () => import('./pages/watch.js')],
];

function App() {
  const [page, setPage] = useState(/** @type {any} */ (null));
  useEffect(() => {
    for (const [pattern, load] of PAGES) {
      const found = pattern.exec(location.pathname);
      if (!found) continue;
      load().then(
        ({ Page }) => setPage(html`<${Page} name=${found[1]} />`),
        () => setPage(html`<${Frame} title="Parlour"><${Problem} text="The page could not be loaded. Try again." /><//>`),
      );
      return;
    }
    setPage(html`<${Frame} title="Parlour"><h1>There is no such page</h1><p><a href="/">All games</a></p><//>`);
  }, []);
  return page ?? html`<${Frame} title="Parlour"><${Loading} /><//>`;
}

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
app.replaceChildren();
render(html`<${App} />`, app);
