/** Dragging with mouse, pen or finger: the element follows the pointer, and is dropped on an element with `data-drop`. */
const FAR_ENOUGH = 6;

export interface Drag {
  ondrop: (target: string) => void;
}

export function draggable(node: HTMLElement, drag: Drag): { update: (drag: Drag) => void; destroy: () => void } {
  let now = drag;
  let start: { x: number; y: number; id: number } | null = null;
  let moving = false;

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    node.setPointerCapture(start.id); // the first move may already be far away
  };
  const move = (event: PointerEvent): void => {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!moving && Math.hypot(dx, dy) > FAR_ENOUGH) {
      moving = true;
      node.dataset.dragged = 'yes';
    }
    if (moving) node.style.translate = `${dx}px ${dy}px`;
  };
  const end = (event: PointerEvent): void => {
    if (moving) {
      // what is under the pointer, not what is dragged
      const below = event.type === 'pointerup' ? document.elementsFromPoint(event.clientX, event.clientY).find((one) => !node.contains(one) && one.closest('[data-drop]')) : undefined;
      const target = below?.closest<HTMLElement>('[data-drop]')?.dataset.drop;
      node.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      setTimeout(() => delete node.dataset.dragged);
      node.style.translate = '';
      if (target) now.ondrop(target);
    }
    start = null;
    moving = false;
  };
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', end);
  node.addEventListener('pointercancel', end);
  return {
    update: (next) => (now = next),
    destroy: () => {
      for (const [name, listener] of [['pointerdown', down], ['pointermove', move], ['pointerup', end], ['pointercancel', end]] as const) node.removeEventListener(name, listener);
    },
  };
}
