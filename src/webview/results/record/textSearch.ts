import type { Context } from '../context';
import { iconButton } from '../dom/button';
import type { Disposable } from '../dom/disposables';
import { element } from '../dom/element';
import { icon } from '../dom/icon';

/** More would be marked than anyone looks at. */
const mostHits = 1_000;

export interface TextSearch extends Disposable {
	readonly root: HTMLElement;
	focus(): void;
	/** Marks again, after what is searched has changed. */
	refresh(): void;
}

/** Finds text inside an element and marks it without changing the element (CSS custom highlights). */
export function textSearch(searched: HTMLElement, { t, formats }: Context): TextSearch {
	const input = element('input', {
		type: 'text',
		class: 'input small',
		placeholder: t('Find in record'),
		'aria-label': t('Find in record'),
		autocomplete: 'off',
		spellcheck: 'false',
	});
	const status = element('span', { class: 'search-status', role: 'status' });
	let ranges: readonly Range[] = [];
	let current = 0;

	const mark = () => {
		CSS.highlights.set('record-hits', new Highlight(...ranges));
		const range = ranges[current];
		CSS.highlights.set('record-hit', new Highlight(...(range ? [range] : [])));
		status.textContent =
			input.value === ''
				? ''
				: ranges.length === 0
					? t('No hits')
					: t('{0} of {1}', formats.count(current + 1), formats.count(ranges.length));
		range?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
	};
	const refresh = () => {
		ranges = input.value === '' ? [] : findRanges(searched, input.value);
		current = 0;
		mark();
	};
	const step = (by: number) => {
		if (ranges.length > 0) {
			current = (current + by + ranges.length) % ranges.length;
			mark();
		}
	};
	input.addEventListener('input', refresh);
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			step(event.shiftKey ? -1 : 1);
		} else if (event.key === 'Escape' && input.value !== '') {
			event.stopPropagation();
			input.value = '';
			refresh();
		}
	});
	return {
		root: element(
			'div',
			{ class: 'record-search', role: 'search', 'aria-label': t('Find in record') },
			icon('search'),
			input,
			status,
			iconButton('arrowUp', t('Previous hit in the record'), () => step(-1)),
			iconButton('arrowDown', t('Next hit in the record'), () => step(1)),
		),
		focus: () => input.select(),
		refresh,
		dispose: () => {
			CSS.highlights.delete('record-hits');
			CSS.highlights.delete('record-hit');
		},
	};
}

function findRanges(searched: HTMLElement, text: string): readonly Range[] {
	const wanted = text.toLocaleLowerCase();
	const ranges: Range[] = [];
	const walker = document.createTreeWalker(searched, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node && ranges.length < mostHits; node = walker.nextNode()) {
		const own = (node.nodeValue ?? '').toLocaleLowerCase();
		// Letters whose other case is longer would shift the places: such a text is taken as it stands.
		const held = own.length === node.nodeValue?.length ? own : (node.nodeValue ?? '');
		for (
			let at = held.indexOf(wanted);
			at >= 0 && ranges.length < mostHits;
			at = held.indexOf(wanted, at + wanted.length)
		) {
			const range = document.createRange();
			range.setStart(node, at);
			range.setEnd(node, at + wanted.length);
			ranges.push(range);
		}
	}
	return ranges;
}
