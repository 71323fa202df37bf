// Files to download, made in the browser.

/** @param {string} name @param {string} type @param {string} text */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

const PAINTED = ['fill', 'stroke', 'stroke-width', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'transform', 'opacity'];

/** A drawing of the page as a document of its own: the colours of the page become part of it. @param {SVGElement} drawing */
export function svgText(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of ['class', 'style', 'role', 'tabindex', 'aria-pressed', 'aria-hidden', 'data-action']) element.removeAttribute(name);
    if (index === 0) return;
    for (const name of PAINTED) {
      const value = style.getPropertyValue(name);
      if (value && value !== 'none' && value !== 'normal') element.setAttribute(name, value);
      else if (name === 'fill') element.setAttribute(name, 'none');
    }
  });
  const [, , width, height] = (drawing.getAttribute('viewBox') ?? '0 0 640 480').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return new XMLSerializer().serializeToString(copy);
}
