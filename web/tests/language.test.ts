import { afterEach, describe, expect, it, vi } from 'vitest';
import { troubleOf, makeTable } from '../src/lib/room/api';
import { faceName } from '../src/lib/page/avatars';
import { guideOf, inGame, language, preferred, say, sentence, t } from '../src/lib/language/language.svelte';
import type { TextStorage } from '../src/lib/page/storage';
import { amountWords, optionLines, picks } from '../src/lib/room/options';
import type { GameInfo, NewTable, Option } from '../src/lib/protocol';
import { formsOf, speak, tongueOf, type Catalogue } from '../src/lib/language/sentence';
import { ago, levelTitle, listed, ordinal } from '../src/lib/language/words';

const GERMAN: Catalogue = {
  lang: 'de',
  plurals: ['one', 'other'],
  house: {
    'Play again': 'Noch einmal',
    '{n} card left': ['noch {n} Karte', 'noch {n} Karten'],
    'There is no table {table}.': 'Es gibt keinen Tisch {table}.',
    'Waiting for {names} …': 'Warten auf {names} …',
    'Only {what:or}.': 'Nur {what:or}.',
    'just now': 'gerade eben',
    '{n}th': '{n}.',
    Free: 'Frei',
    'do\u0004Free': 'Freigeben',
    'level\u0004Hard': 'Schwer',
    Cat: 'Katze',
    'value\u0004on': 'an',
  },
  games: { mantis: { 'option\u0004Cards to win': 'Karten zum Sieg', 'value of target\u0004two players': 'zu zweit', 'unit\u0004{n} card': ['{n} Karte', '{n} Karten'] } },
  guides: { mantis: '# Mantis auf Deutsch' },
};

function notes(kept: Record<string, string> = {}): TextStorage & { kept: Record<string, string> } {
  return { kept, getItem: (key) => kept[key] ?? null, setItem: (key, value) => void (kept[key] = value) };
}

/** Answers every request for words with what is at hand when it is asked. */
function serve(words: () => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(words());
  });
  return asked;
}

const inGerman = async (): Promise<void> => {
  serve(() => Response.json(GERMAN));
  await language.use('de', [], null);
};

afterEach(async () => {
  await language.use('en', [], null);
  vi.unstubAllGlobals();
});

describe('a template', () => {
  const english = tongueOf('en');
  const said = (message: string, values = {}): string => speak({ message, values }, english);

  it('counts one noun', () => {
    expect(said('{n:card} left', { n: 1 })).toBe('1 card left');
    expect(said('{n:card} left', { n: 0 })).toBe('0 cards left');
    expect(said('{n:die|dice}', { n: 2 })).toBe('2 dice');
    expect(said('takes {n:{front} card}', { n: 3, front: 'red' })).toBe('takes 3 red cards');
    expect(formsOf('takes {n:{front} card} from {who:or}')).toEqual({ one: 'takes {n} {front} card from {who:or}', many: 'takes {n} {front} cards from {who:or}', counted: 'n' });
    expect(formsOf('{who:or}')).toEqual({ one: '{who:or}', many: '{who:or}', counted: '' });
  });
  it('holds numbers, lists and other sentences', () => {
    expect(said('{n} of {all}', { n: 1234, all: 5 })).toBe('1,234 of 5');
    expect(said('{x}, or {x:or}', { x: ['a', 'b', 'c'] })).toBe('a, b and c, or a, b or c');
    expect(said('No: {why}', { why: sentence('only {n:card}', { n: 1 }) })).toBe('No: only 1 card');
    expect(said('{unknown} {constructor}')).toBe('{unknown} {constructor}');
  });
});

describe('German', () => {
  it('is what the catalogue says, with its own numbers and lists', async () => {
    await inGerman();
    expect(t('Play again')).toBe('Noch einmal');
    expect([0, 1, 2, 1200].map((n) => t('{n:card} left', { n }))).toEqual(['noch 0 Karten', 'noch 1 Karte', 'noch 2 Karten', 'noch 1.200 Karten']);
    expect(t('Waiting for {names} …', { names: ['Ann', 'Bob', 'Cy'] })).toBe('Warten auf Ann, Bob und Cy …');
    expect(t('Only {what:or}.', { what: ['a', 'b'] })).toBe('Nur a oder b.');
    expect([t('Free'), t('Free', {}, 'do')]).toEqual(['Frei', 'Freigeben']);
    expect([ago(0, 180000), ago(0, 1), ordinal(4), listed(['a', 'b'])]).toEqual(['vor 3 Minuten', 'gerade eben', '4.', 'a und b']);
    expect([levelTitle({ title: 'Hard' }), faceName('cat')]).toEqual(['Schwer', 'Katze']);
  });
  it('falls back to English', async () => {
    await inGerman();
    expect(t('Never heard')).toBe('Never heard');
    expect(t('{n:gear}', { n: 2 })).toBe('2 gears');
    expect(t('toString')).toBe('toString');
  });
  it('says what the room refuses', async () => {
    const told = { reason: 'There is no table x.', message: 'There is no table {table}.', values: { table: 'x' } };
    expect(say(told)).toBe('There is no table x.');
    await inGerman();
    expect(say(told)).toBe('Es gibt keinen Tisch x.');
    expect([say({ reason: 'As it is.' }), say({ error: 'So.' }), say('Plain.')]).toEqual(['As it is.', 'So.', 'Plain.']);
    serve(() => Response.json({ error: 'There is no table x.', ...told }, { status: 404 }));
    expect(say(troubleOf(await makeTable({} as NewTable).catch((error: unknown) => error)))).toBe('Es gibt keinen Tisch x.');
  });
  it('knows the words of a game', async () => {
    const option = { key: 'target', title: 'Cards to win', unit: 'cards', values: { '5000': 5000, 'two-players': 2, on: 1 }, default: 0, defaults: {} } as unknown as Option;
    const info = { name: 'mantis', guide: '# Mantis', options: [option] } as unknown as GameInfo;
    const all = (): unknown => [inGame('mantis', 'option', 'Cards to win'), picks('mantis', option, 2).map((pick) => pick.title), amountWords('mantis', option, 1), optionLines(info, { players: 2, options: { target: 12 } }), guideOf(info)];
    expect(all()).toEqual(['Cards to win', ['5,000', 'Two players', 'On'], '1 card', ['Cards to win: 12 cards'], '# Mantis']);
    await inGerman();
    expect(all()).toEqual(['Karten zum Sieg', ['5.000', 'Zu zweit', 'An'], '1 Karte', ['Karten zum Sieg: 12 Karten'], '# Mantis auf Deutsch']);
    expect(inGame('tuckit', 'option', 'Cards to win')).toBe('Karten zum Sieg'); // a refusal may name the option of any game
    expect(inGame('mantis', 'help', 'Cards to win')).toBe('Cards to win');
  });
});

describe('the choice of a language', () => {
  it('is ours, or else the first of the browser that there is', () => {
    expect(preferred('browser', ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferred('browser', ['en-US', 'de'])).toBe('en');
    expect(preferred('browser', ['fr'])).toBe('en');
    expect(preferred('browser', ['constructor'])).toBe('en');
    expect(preferred('en', ['de'])).toBe('en');
  });
  it('fetches the words once and keeps them for the next visit', async () => {
    const asked = serve(() => Response.json(GERMAN));
    const storage = notes();
    await Promise.all([language.use('browser', ['de-DE'], storage), language.use('de', [], storage)]);
    expect(asked).toEqual(['/api/words/de']);
    expect(t('Play again')).toBe('Noch einmal');
    await language.use('en', [], storage);
    expect(t('Play again')).toBe('Play again');
    let answer: (words: Response) => void = () => {};
    serve(() => new Promise((done) => (answer = done)));
    await language.use('de', [], storage); // no answer yet
    expect(t('Play again')).toBe('Noch einmal');
    answer(Response.json({ ...GERMAN, house: { 'Play again': 'Neue Runde' } }));
    await vi.waitFor(() => expect(t('Play again')).toBe('Neue Runde'));
  });
  it('stays with English where there are no words, and tries again', async () => {
    serve(() => Response.json({ error: 'No.' }, { status: 404 }));
    await language.use('de', [], notes({ 'rumpus.words.de': '{"lang":"de"}' }));
    expect([language.tongue.lang, t('Play again')]).toEqual(['en', 'Play again']);
    await inGerman();
    expect(t('Play again')).toBe('Noch einmal');
  });
  it('is the last one, whatever comes late', async () => {
    let answer: (words: Response) => void = () => {};
    serve(() => new Promise((done) => (answer = done)));
    const late = language.use('de', [], null);
    await language.use('en', [], null);
    answer(Response.json(GERMAN));
    await late;
    expect(t('Play again')).toBe('Play again');
  });
});
