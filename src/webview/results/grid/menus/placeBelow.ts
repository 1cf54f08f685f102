/** Places what is shown over the page below a box, within the window. @param top CSS pixels, as all places of the window. */
export function placeBelow(box: DOMRect, top: number, shown: HTMLElement): void {
	const { width } = shown.getBoundingClientRect();
	shown.style.setProperty('left', `${Math.max(0, Math.min(box.left, innerWidth - width))}px`);
	shown.style.setProperty('top', `${top + 2}px`);
}
