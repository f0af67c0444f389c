// Before any schema is used.
import './schema-without-eval.ts';
import './styles.ts';

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { isWorthRetrying } from './api/failure.ts';
import { ToastsContext } from './frame/toasts/toasts-context.ts';
import { createToasts } from './frame/toasts/toasts.ts';
import { reloadOnNewBuild } from './frame/reload-on-new-build.ts';
import { createPages } from './router.tsx';
import { theme } from './theme.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5000, retry: (failures, error) => isWorthRetrying(error, failures) },
  },
});
const router = createPages(client);
const toasts = createToasts(setTimeout);

reloadOnNewBuild();

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>
        <ToastsContext value={toasts}>
          <RouterProvider router={router} />
        </ToastsContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
