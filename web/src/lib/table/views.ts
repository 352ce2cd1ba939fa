/** Applies the room's changes: the view after each line of an action. */
import type { Change, Line, Seat, View, ViewChange, Zone } from '../protocol';

/** A view for each of our seats, or for -1 if we watch. */
export type Views = { [viewer: string]: View };

const isSame = (a: Zone, b: Zone): boolean => a.zone === b.zone && a.owner === b.owner;

/** The view after one change. What did not change stays the same object. */
export function changed(view: View, { facts, zones, anew }: Change): View {
  if (!facts && !zones) return view;
  return {
    ...view,
    facts: facts ? { ...view.facts, ...facts } : view.facts,
    zones: !zones ? view.zones : anew ? zones : view.zones.map((zone) => zones.find((other) => isSame(zone, other)) ?? zone),
  };
}

/** Whether a viewer may read a line: on a shared device, some are for one person only. */
export const hears = (line: Line, viewer: Seat): boolean => !line.only || line.only.includes(viewer);

/** What a viewer sees of an action: the view after each line that they hear, and the one at the end. */
export function follow(before: View, news: ViewChange): { afters: View[]; view: View } {
  const afters: View[] = [];
  let view = before;
  for (const beat of news.beats) afters.push((view = changed(view, beat)));
  afters.pop(); // the last beat is what no line reports
  const { viewer, asks, over, can_undo, choices } = news;
  return { afters, view: { ...view, viewer, asks, over, can_undo, choices } };
}

/** A view between two others: the new one, with some zones still as they were. */
export function between(before: View, after: View, isStill: (zone: Zone) => boolean): View {
  return { ...after, zones: after.zones.map((zone) => (isStill(zone) ? (before.zones.find((other) => isSame(zone, other)) ?? zone) : zone)) };
}
