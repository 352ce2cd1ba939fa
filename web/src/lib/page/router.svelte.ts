/** Where we are: a few kinds of pages behind plain addresses; the room knows them too (`server/http/static_files.py`). */
export type Page = { at: 'home' | 'replay' | 'lost' } | { at: 'table'; id: string } | { at: 'learn'; game: string };

export function pageOf(path: string): Page {
  const [, first, second = ''] = /^\/(?:(t|learn)\/([^/]+))?$/.exec(path) ?? [];
  if (first === 't') return { at: 'table', id: decodeURIComponent(second) };
  if (first === 'learn') return { at: 'learn', game: decodeURIComponent(second) };
  return { at: path === '/' ? 'home' : path === '/replay' ? 'replay' : 'lost' };
}

class Router {
  page = $state.raw<Page>(pageOf(typeof location === 'undefined' ? '/' : location.pathname));

  begin(): void {
    addEventListener('popstate', () => (this.page = pageOf(location.pathname)));
  }

  go(path: string, replace = false): void {
    if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState']({}, '', path);
    this.page = pageOf(path);
    scrollTo(0, 0);
  }
}

export const router = new Router();
export const tablePath = (id: string): string => `/t/${encodeURIComponent(id)}`;
