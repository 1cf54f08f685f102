import { element, fill } from './element';
import { textBox } from './textBox';

export interface FirstOfMany<T> {
	readonly items: () => readonly T[];
	readonly getName: (item: T) => string;
	/** Maximum number of items to show. The search box is shown only if there are more items. */
	readonly most: number;
	readonly draw: (items: readonly T[]) => HTMLElement;
	readonly label: string;
	readonly moreWords: (drawn: number, of: number) => string;
	/** Search text, which is preserved when the list is recreated. */
	readonly typed?: { text: string };
	readonly onDrawn?: () => void;
}

/** Creates a list of the first few items, with a search box for finding the other items. */
export function firstOfMany<T>(options: FirstOfMany<T>): HTMLElement {
	const { items, getName, most, draw, label, moreWords, typed = { text: '' }, onDrawn } = options;
	if (items().length <= most) {
		return draw(items());
	}
	const box = textBox(label);
	box.value = typed.text;
	const more = element('p', { class: 'first-of-many-more dim', role: 'status' });
	const place = element('div', { class: 'first-of-many-items' });
	const update = () => {
		const wanted = typed.text.toLowerCase();
		const found = wanted === '' ? items() : items().filter((item) => getName(item).toLowerCase().includes(wanted));
		fill(place, draw(found.slice(0, most)));
		more.textContent = found.length > most ? moreWords(most, found.length) : '';
	};
	box.addEventListener('input', () => {
		typed.text = box.value;
		update();
		onDrawn?.();
	});
	update();
	return element('div', { class: 'first-of-many' }, box, more, place);
}
