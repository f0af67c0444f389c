/** The least that a scrolled list can cost: rows of plain text, as many and of as many elements as a page's, without a framework. */
import type { Page } from 'playwright-core';

export interface ListShape {
  rows: number;
  rowPx: number;
  /** Elements within a row. */
  elements: number;
  /** Characters of text in an element. */
  chars: number;
  /** Rows beyond each end of the window. */
  beyond: number;
}

/** What the list of a trajectory is made of, by the rows that stand in it now. */
export const shapeOf = (page: Page): Promise<ListShape> => page.evaluate<ListShape>(MEASURE);

const MEASURE = `(() => {
  const items = [...document.querySelectorAll('ol[aria-label] > li')];
  const sum = (valueOf) => items.reduce((total, item) => total + valueOf(item), 0);
  const elements = sum((item) => item.querySelectorAll('*').length);
  const rowPx = sum((item) => item.offsetHeight) / items.length;
  return {
    rows: Number(items[0].getAttribute('aria-setsize')),
    rowPx: Math.round(rowPx),
    elements: Math.round(elements / items.length),
    chars: Math.round(sum((item) => item.textContent.length) / elements),
    beyond: 6,
  };
})()`;

/** Fills an empty page with such a list. */
export async function showBareList(page: Page, shape: ListShape): Promise<void> {
  await page.setContent(`<!doctype html>${STYLE}<ol></ol>`);
  await page.evaluate(`(${SHOW})(${JSON.stringify(shape)})`);
}

const STYLE = `<style>
  body { margin: 0; font: 14px sans-serif; }
  ol { position: relative; margin: 0; padding: 0; list-style: none; contain: layout style; }
  li { position: absolute; inset-inline: 0; overflow: hidden; contain: layout style; white-space: nowrap; }
</style>`;

const SHOW = `({ rows, rowPx, elements, chars, beyond }) => {
  const list = document.querySelector('ol');
  list.style.height = rows * rowPx + 'px';
  const shown = new Map();
  const make = (index) => {
    const item = document.createElement('li');
    item.style.height = rowPx + 'px';
    item.style.top = index * rowPx + 'px';
    for (let at = 0; at < elements; at += 1) {
      const part = document.createElement('span');
      part.textContent = (index + ' ' + at + ' ').padEnd(chars, 'step');
      item.append(part);
    }
    return item;
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(scrollY / rowPx) - beyond);
    const last = Math.min(rows, Math.ceil((scrollY + innerHeight) / rowPx) + beyond);
    for (const [index, item] of shown) {
      if (index >= first && index < last) continue;
      item.remove();
      shown.delete(index);
    }
    for (let index = first; index < last; index += 1) {
      if (shown.has(index)) continue;
      shown.set(index, make(index));
      list.append(shown.get(index));
    }
  };
  addEventListener('scroll', draw);
  draw();
}`;
