import { describe, expect, it } from 'vitest';
import base from '/tmp/tw_base.json';
import all from '/tmp/tw_all.json';
import { KINDS, named, type Kind } from '../src/games/tuckit/cards';
import { isHeadline, story } from '../src/games/tuckit/lines';
import { modelOf } from '../src/games/tuckit/model';
import { blank, patch, plan } from '../src/games/tuckit/plan';
import { goTogether, joined, type Play } from '../src/games/tuckit/preview';
import { choicesFor, firstView, LESSONS, missing, tell } from '../src/games/tuckit/tutorial';
import type { Line, ReplayStep, View } from '../src/lib/protocol';

const GAMES = { base: base.steps as unknown as ReplayStep[], all: all.steps as unknown as ReplayStep[] };
const played = (view: View, lines: Line[]): View => plan(lines, view).reduce((now, beat) => patch(now, beat), view);
const letters = (kind: Kind | null): string => kind?.letters ?? '?';
/** Where the cards lie; gears and what the rules ask are the room's to say. */
function drawn(view: View) {
  const { drawPile, pile, trash, players, direction, turn } = modelOf(view);
  const names = (cards: { kind: Kind | null; up: boolean }[]): string => cards.map((card) => letters(card.kind) + (card.up ? '^' : 'v')).join(' ');
  return {
    drawPile, direction, turn, pile: names(pile), trash: names(trash),
    players: players.map(({ hand, handSize, stacks }) => ({ handSize, hand: hand.map((group) => `${letters(group.kind)}x${group.n}`).join(' '), stacks: stacks.map(names) })),
  };
}
/** What one learns only from the next view: the cards one builds with, and what is laid open at the end. */
const isTold = (step: ReplayStep): boolean => !step.view.over && !step.lines.some((line) => line.event === 'placed' && line.numbers['seat'] === 0);
const isPlacedByOthers = (step: ReplayStep): boolean => step.lines.some((line) => line.event === 'placed');

describe.each(Object.entries(GAMES))('a real game with the %s set', (_, steps) => {
  it('looks after the beats of every move as the room says', () => {
    for (let i = 1; i < steps.length; i++) {
      const step = steps[i]!;
      if (!isTold(step) || isPlacedByOthers(step)) continue;
      expect(drawn(played(steps[i - 1]!.view, step.lines)), `step ${i}: ${step.lines.map((line) => line.words).join(' ')}`).toEqual(drawn(step.view));
    }
  });
});
