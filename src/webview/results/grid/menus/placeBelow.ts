/** Positions a popup below a box and within the page. `top` is relative to the viewport, in CSS pixels. */
export function placeBelow(box: DOMRect, top: number, shown: HTMLElement): void {
	const { width } = shown.getBoundingClientRect();
	shown.style.setProperty('left', `${Math.max(0, Math.min(box.left, innerWidth - width))}px`);
	shown.style.setProperty('top', `${top + 2}px`);
}
