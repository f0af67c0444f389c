import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';

import { filterNamesQuery } from '../../api/overview-queries.ts';
import { FRAME, PALETTE, RANGE_NAMES } from '../../text/frame.ts';
import { GUARD_NAMES } from '../../text/lists.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import { RANGES } from '../../url/time-range.ts';
import { findCommands, type Command } from './commands.ts';
import classes from './palette.module.css';

/** The field and what it finds; arrows choose, Enter goes. */
export function PaletteList({ close }: { close: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const commands = [...useCommands(), ...useJumps(query.trim())];
  const found = findCommands(commands, query);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((before) => (before + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(found[chosen]);
    }
  };
  return (
    <div className={classes['palette']}>
      <input
        className={classes['field']}
        type="text"
        role="combobox"
        aria-label={PALETTE.title}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[chosen] === undefined ? undefined : `${id}-${chosen}`}
        placeholder={PALETTE.placeholder}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type into it
        autoFocus
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <div id={id} role="listbox" aria-label={PALETTE.title} className={classes['list']}>
        {found.map((command, at) => (
          <div
            key={command.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            className={classes['option']}
            onClick={() => run(command)}
          >
            <ShownText text={command.name} isTitled />
            <span className={classes['group']}>{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={classes['none']}>{PALETTE.none}</p> : null}
    </div>
  );
}

/** Pages, time ranges, colours, and the names that stand in the data. */
function useCommands(): Command[] {
  const navigate = useNavigate();
  const search = useSearch({ from: '__root__' });
  const { data } = useQuery(filterNamesQuery(search));
  const { setColorScheme } = useMantineColorScheme();
  const { groups } = PALETTE;
  const pages = Object.entries(FRAME.pages).map(([key, name]) => ({
    id: `page ${key}`,
    name,
    group: groups.page,
    run: () => void navigate({ href: key === 'overview' ? '/' : `/${key}` }),
  }));
  const ranges = RANGES.map((range) => ({
    id: `range ${range}`,
    name: RANGE_NAMES[range],
    group: groups.range,
    run: () =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, range, from: undefined, to: undefined }),
      }),
  }));
  const schemes = (['auto', 'light', 'dark'] as const).map((scheme) => ({
    id: `scheme ${scheme}`,
    name: FRAME.scheme[scheme],
    group: groups.look,
    run: () => setColorScheme(scheme),
  }));
  const tools = (data?.tool ?? []).map((tool) => ({
    id: `tool ${tool}`,
    name: tool,
    group: groups.tool,
    run: () => void navigate({ to: '/tools/$tool', params: { tool } }),
  }));
  const agents = (data?.agent ?? []).map((agent) => ({
    id: `agent ${agent}`,
    name: agent,
    group: groups.agent,
    run: () => void navigate({ to: '/turns', search: { agent: [agent] } }),
  }));
  const guards = Object.entries(GUARD_NAMES).map(([state, name]) => ({
    id: `guard ${state}`,
    name,
    group: groups.guard,
    run: () => void navigate({ to: '/turns', search: { guard: [state] } }),
  }));
  return [...pages, ...tools, ...agents, ...guards, ...ranges, ...schemes];
}

/** Any text may be an id. */
function useJumps(text: string): Command[] {
  const navigate = useNavigate();
  if (text.length < 3) return [];
  const { groups } = PALETTE;
  return [
    {
      id: 'jump text',
      name: text,
      group: groups.text,
      run: () => void navigate({ to: '/turns', search: { q: text } }),
    },
    {
      id: 'jump signature',
      name: text,
      group: groups.signature,
      run: () => void navigate({ to: '/signatures', search: { q: text } }),
    },
    {
      id: 'jump turn',
      name: text,
      group: groups.turn,
      run: () => void navigate({ to: '/turns/$turnId', params: { turnId: text } }),
    },
    {
      id: 'jump session',
      name: text,
      group: groups.session,
      run: () => void navigate({ to: '/sessions/$sessionId', params: { sessionId: text } }),
    },
  ];
}
