/** Where we are: three kinds of pages behind plain addresses. */
export type Page = { at: 'home' } | { at: 'table'; id: string } | { at: 'replay' } | { at: 'learn'; game: string };

export function pageOf(path: string): Page {
  const [, first, second] = path.split('/');
  if (first === 't' && second) return { at: 'table', id: decodeURIComponent(second) };
  if (first === 'replay') return { at: 'replay' };
  if (first === 'learn' && second) return { at: 'learn', game: decodeURIComponent(second) };
  return { at: 'home' };
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
