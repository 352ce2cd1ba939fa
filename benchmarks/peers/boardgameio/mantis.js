// The rules of Mantis for boardgame.io: the same game as src/rumpus/games/mantis, with its defaults.
//
// Nothing here needs a package, so the rules can be checked with node alone.

"use strict";

const COLOURS = 7;
const TANK_SIZE = 4;

// Every back of three colours occurs three times, once with each of its colours on the front.
const CARDS = [];
for (let a = 0; a < COLOURS; a++) {
  for (let b = a + 1; b < COLOURS; b++) {
    for (let c = b + 1; c < COLOURS; c++) {
      for (const front of [a, b, c]) CARDS.push({ front, back: [a, b, c] });
    }
  }
}

// A new game. The cards are given in the order in which they will be drawn.
function deal(cards, players, starter, target) {
  const table = {
    deck: [...cards].reverse(), // the top card is the last one
    tanks: Array.from({ length: players }, () => Array(COLOURS).fill(0)),
    scores: Array(players).fill(0),
    target: target ?? (players === 2 ? 15 : 10),
    starter,
    winners: null,
  };
  for (let round = 0; round < TANK_SIZE; round++) {
    for (const tank of table.tanks) tank[CARDS[table.deck.pop()].front]++;
  }
  return table;
}

// Whether a declaration is one: 0 to score, k to steal from the k-th player clockwise.
function isDeclaration(table, steps) {
  return Number.isInteger(steps) && steps >= 0 && steps < table.tanks.length;
}

// Carry a declaration out; returns whether the same player goes on.
function declare(table, seat, steps) {
  const players = table.tanks.length;
  const target = (seat + steps) % players;
  const tank = table.tanks[target];
  const { front } = CARDS[table.deck.pop()];
  const matches = tank[front] > 0;
  tank[front]++;
  if (matches) {
    if (steps === 0) table.scores[seat] += tank[front];
    else table.tanks[seat][front] += tank[front];
    tank[front] = 0;
  }
  if (table.scores[seat] >= table.target) table.winners = [seat];
  else if (table.deck.length === 0) table.winners = leaders(table);
  return table.winners === null && players === 2 && matches && steps !== 0;
}

// The pile has run out: most scored cards, then most cards in the Tank; equal players share.
function leaders(table) {
  const standing = table.scores.map(
    (scored, seat) => scored * CARDS.length + table.tanks[seat].reduce((sum, n) => sum + n),
  );
  const best = Math.max(...standing);
  return [...standing.keys()].filter((seat) => standing[seat] === best);
}

// What everybody sees: of the pile, only how many cards are left and the back of the top one.
function view(table) {
  const { deck, ...open } = table;
  const top = deck[deck.length - 1];
  return { ...open, left: deck.length, back: top === undefined ? null : CARDS[top].back };
}

module.exports = { CARDS, deal, declare, isDeclaration, view };
