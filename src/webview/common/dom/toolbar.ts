import { element } from './element';
import { oneStop } from './oneStop';

/** Creates a toolbar that is a single tab stop with arrow key navigation (ARIA Authoring Practices, toolbar). */
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
