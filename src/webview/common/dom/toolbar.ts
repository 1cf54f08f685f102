import { element } from './element';
import { oneStop } from './oneStop';

/** Buttons as one tab stop, walked with the arrow keys (ARIA Authoring Practices, toolbar). */
export function toolbar(label: string, ...groups: readonly (readonly HTMLButtonElement[])[]): HTMLElement {
	const bar = element(
		'div',
		{ role: 'toolbar', class: 'toolbar', 'aria-label': label },
		...groups.flatMap((group, index) => [
			...(index > 0 ? [element('span', { class: 'divider', 'aria-hidden': 'true' })] : []),
			...group,
		]),
	);
	oneStop(bar);
	return bar;
}
