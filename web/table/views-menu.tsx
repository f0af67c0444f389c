import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

import menu from '../parts/menu.module.css';
import { Popover } from '../parts/popover.tsx';
import { useToast } from '../frame/toasts/toasts-context.ts';
import { LISTS } from '../text/lists.ts';
import { deleteView, readViews, saveView, type SavedView } from './saved-views.ts';

/** Views of this page that were saved in this browser, and a way to save the present one. */
export function ViewsMenu() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const navigate = useNavigate();
  const toast = useToast();
  const [views, setViews] = useState(() => readViews(localStorage, pathname));
  const [name, setName] = useState('');
  const reload = useCallback(() => setViews(readViews(localStorage, pathname)), [pathname]);
  // Another tab of this browser saves into the same place.
  useEffect(() => {
    window.addEventListener('storage', reload);
    return () => window.removeEventListener('storage', reload);
  }, [reload]);
  const save = (): void => {
    saveView(localStorage, { name: name.trim(), page: pathname, search: searchStr });
    setName('');
    reload();
    toast(LISTS.views.saved(name.trim()));
  };
  const open = (view: SavedView): void => void navigate({ href: view.page + view.search });
  return (
    <Popover
      label={
        <>
          <IconBookmark size={14} />
          {LISTS.views.title}
        </>
      }
    >
      {(id) => (
        <>
          {views.length === 0 ? <p className={menu['hint']}>{LISTS.views.none}</p> : null}
          {views.map((view) => (
            <div key={view.name} className={menu['row']}>
              <button
                type="button"
                className={menu['item']}
                popoverTarget={id}
                popoverTargetAction="hide"
                onClick={() => open(view)}
              >
                {view.name}
              </button>
              <CloseButton
                size={24}
                aria-label={LISTS.views.remove(view.name)}
                onClick={() => {
                  deleteView(localStorage, view);
                  reload();
                }}
              />
            </div>
          ))}
          <form
            className={menu['form']}
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') save();
            }}
          >
            <TextInput
              aria-label={LISTS.views.name}
              placeholder={LISTS.views.name}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" variant="default" disabled={name.trim() === ''}>
              {LISTS.views.save}
            </Button>
          </form>
        </>
      )}
    </Popover>
  );
}
