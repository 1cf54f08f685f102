import { element, fill } from './element';
import { textBox } from './textBox';

export interface FirstOfMany<T> {
	/** Asked each time something is typed. */
	readonly items: () => readonly T[];
	/** What is typed is looked for in it; letter case does not matter. */
	readonly nameOf: (item: T) => string;
	/** So many are drawn, and no box to type in where there are no more. */
	readonly most: number;
	readonly draw: (items: readonly T[]) => HTMLElement;
	/** Of the box. */
	readonly label: string;
	/** Says that only the first of them are drawn, and how the others are found. */
	readonly moreWords: (drawn: number, of: number) => string;
	/** Where what is typed is kept while this is drawn anew. */
	readonly typed?: { text: string };
	/** Others are drawn now. */
	readonly onDrawn?: () => void;
}

/** The first of thousands of items, and a box to type in that finds the others by their names. */
export function firstOfMany<T>(options: FirstOfMany<T>): HTMLElement {
	const { items, nameOf, most, draw, label, moreWords, typed = { text: '' }, onDrawn } = options;
	if (items().length <= most) {
		return draw(items());
	}
	const box = textBox(label);
	box.value = typed.text;
	const more = element('p', { class: 'first-of-many-more dim', role: 'status' });
	const place = element('div', { class: 'first-of-many-items' });
	const update = () => {
		const wanted = typed.text.toLowerCase();
		const found = wanted === '' ? items() : items().filter((item) => nameOf(item).toLowerCase().includes(wanted));
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
