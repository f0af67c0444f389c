import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ } from './story.ts';
import type { Story } from './story.ts';

const picture = (nth: number): string =>
  `data:image/png;base64,iVBORw0KGgo${`A${nth}kQ9z${nth * 7}Xb`.repeat(20)}`;
const GOODS = oneOf('lamp', 'rug', 'chair', 'desk', 'shelf', 'stool', 'vase', 'clock');

/** Agents before a browser or a screen. */
export const ON_SCREENS: readonly Story[] = [
  calm('ten tabs opened', saidInTurn(10, ['browser_tab_new', {}, 'ok'])),
  loop(
    'exact',
    [6, 12],
    'one button pressed on and on, only acknowledged',
    saidInTurn(16, ['browser_click', { ref: 'e7' }, 'Clicked.']),
  ),
  calm(
    'back to where one came from, declared to read',
    inTurn(5, [
      [
        'browser_click',
        (n) => ({ ref: `e${n * 4 + 11}` }),
        (n) => `Page: ${GOODS(n)}, ${n * 9 + 5} eur, in ${n} colours`,
      ],
      ['browser_navigate_back', {}, 'Navigated back.', READ],
    ]),
  ),
  calm(
    'back to a list from which the next thing is opened each time',
    inTurn(5, [
      [
        'open',
        (n) => ({ title: GOODS(n) }),
        (n) =>
          `${GOODS(n)}: ${n * 9 + 5} eur, made of ${oneOf('oak', 'wool', 'pine', 'steel', 'felt')(n)}`,
        READ,
      ],
      ['back', {}, 'Offers: lamp, rug, chair, desk, shelf, stool', READ],
    ]),
  ),
  loop(
    ['interleaved'],
    [5, 7],
    'a basket looked at after each page',
    inTurn(5, [
      ['basket', {}, 'Basket: 1 teapot, 12 eur', READ],
      ['open', (n) => ({ title: GOODS(n) }), (n) => `${GOODS(n)}: ${n * 9 + 5} eur`, READ],
    ]),
  ),
  calm(
    'five steps down a page, undeclared',
    saidInTurn(5, ['scroll', { direction: 'down', amount: 600 }, 'Scrolled down by 600 pixels.']),
  ),
  calm(
    'five steps down a page, declared to read',
    saidInTurn(5, ['scroll_page', { direction: 'down' }, 'Scrolled down.', READ]),
  ),
  calm('the next record, five times', saidInTurn(5, ['next_record', {}, { ok: true, moved: 1 }])),
  loop(
    'exact',
    [3, 3],
    'a next record that is always the same',
    saidInTurn(5, ['next_record', {}, { ok: true, record: { id: 'r-7', owner: 'Ann' } }]),
  ),
  calm(
    'a key and a picture in turn',
    inTurn(8, [
      ['computer', { action: 'key', text: 'Page_Down' }, ''],
      ['computer', { action: 'screenshot' }, (n) => ({ type: 'image', source: picture(n) })],
    ]),
  ),
  calm(
    'a month picked',
    saidInTurn(7, ['click', { target: 'Next month' }, 'Clicked "Next month".']),
  ),
  quiet(
    'a list that grows as one scrolls',
    saidInTurn(6, ['scroll', { to: 'bottom' }, (n) => `Loaded 20 more (${(n + 2) * 20} in all)`]),
  ),
  quiet(
    'an element waited for',
    made((run) =>
      run
        .times(
          2,
          'wait_for',
          { text: 'Receipt' },
          'Timed out waiting for text "Receipt" after 5000 ms',
          { ...FAILED, ms: 5_000 },
        )
        .call('wait_for', { text: 'Receipt' }, 'Found text "Receipt"', READ),
    ),
  ),
  loop(
    ['validation', 'stagnant', 'exact'],
    [3, 4],
    'a click that a banner intercepts, by other selectors',
    saidInTurn(5, [
      'click',
      (n) => ({
        selector: oneOf('#buy', 'button#buy', 'text=Buy', 'css=#buy', 'xpath=//button')(n),
      }),
      'Error: element click intercepted: <div class="cookie-banner"> receives the pointer events',
      FAILED,
    ]),
  ),
  loop(
    ['exact', 'cycle'],
    [3, 6],
    'two lines on one screen, written anew each time',
    saidInTurn(6, [
      'look',
      {},
      (n) =>
        oneOf(
          'The settings screen is shown. The Save button is greyed out and the name field is empty.',
          'Settings screen displayed; the name field is empty, the Save button greyed out.',
          'We see the Settings screen. Name field: empty. The button "Save" is greyed out.',
          'The Settings screen is displayed, with an empty name field and a greyed out Save button.',
        )(n),
      READ,
    ]),
  ),
  quiet(
    'two lines on a screen that changes',
    saidInTurn(4, [
      'look',
      {},
      (n) =>
        oneOf(
          'The settings screen is shown. The Save button is greyed out and the name field is empty.',
          'The settings screen is shown. The Save button is greyed out and the name field says Ann.',
          'The settings screen is shown. The Save button is active and the name field says Ann.',
          'The settings screen is shown. A green note says that all was saved; the name field says Ann.',
        )(n),
      READ,
    ]),
  ),
  quiet(
    'a switch looked at that goes on and off',
    saidInTurn(4, [
      'look',
      {},
      (n) =>
        oneOf(
          'Settings screen displayed: the wifi switch is on, two networks are listed.',
          'The settings screen shows the wifi switch, which is off; two networks are listed.',
          'Settings screen displayed: wifi switch waiting, two networks are listed.',
          'The settings screen is shown. Wifi switch on, four networks are listed.',
        )(n),
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'exact', 'interleaved'],
    [3, 6],
    'a surfer who describes one page each time it is told to scroll',
    saidInTurn(6, [
      'web_surfer',
      { request: 'Scroll down' },
      (n) =>
        oneOf(
          'I scrolled down one page in the browser. The viewport shows 40% of the page, the list of opening hours of the museum and a map. The visible text is: Opening hours, Tuesday to Sunday, ten to six. Closed on Mondays. Last entry at five.',
          'I scrolled the browser down by a page. Shown are 40% of the webpage: a map, and the list with the museum opening hours. The text that is visible reads: Opening hours: Tuesday to Sunday, ten to six. Closed on Mondays. The last entry is at five.',
          'The browser was scrolled down one page. In the viewport (40% of the page) one sees the opening hours of the museum in a list, and a map. Visible text: Opening hours Tuesday to Sunday ten to six; closed on Mondays; last entry at five.',
        )(n),
    ]),
  ),
  quiet(
    'fields of a form filled, each acknowledged alike',
    saidInTurn(7, [
      'fill',
      (n) => ({
        label: oneOf('First name', 'Last name', 'Street', 'Town', 'Postcode', 'Phone', 'Mail')(n),
        value: `v${n}x`,
      }),
      'Filled.',
    ]),
  ),
  loop(
    'cycle',
    [5, 8],
    'two menus opened in turn',
    inTurn(5, [
      ['tap', { at: 'File' }, 'Menu File: New, Open, Print'],
      ['tap', { at: 'Edit' }, 'Menu Edit: Undo, Copy, Paste'],
    ]),
  ),
  quiet(
    'letters typed one by one, some twice',
    made((run) => {
      for (const key of 'bookkeeper') run.call('press', { key }, 'ok');
    }),
  ),
];
