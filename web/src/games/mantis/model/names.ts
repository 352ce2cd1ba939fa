/** What Mantis declares. Written by tools/generate_web.py from the Python types; do not edit. */

/** The places on the table. */
export const ZONE = {
  drawPile: 0,
  tank: 1,
  scorePile: 2,
  unseen: 3,
} as const;

/** Things to know besides the cards. */
export type Fact = "turn" | "target" | "extra turn" | "contenders" | "over" | "lot";

/** The verbs of actions. */
export type Verb = "score" | "steal" | "stop";

/** The kinds of event. */
export type EventName = "started" | "dealt" | "tried to score" | "tried to steal" | "revealed" | "stayed" | "scored" | "stole" | "next back" | "extra turn" | "next turn" | "stopped" | "ran out" | "tied" | "drew lots" | "extra game started" | "won" | "shared win";
