import type { Context } from '../context';
import type { Disposable } from '../dom/disposables';
import { element, fill, setAttribute } from '../dom/element';
import { icon } from '../dom/icon';
import type { Reading, State } from '../state/state';

/** The line that shows how far the file has been read, or why reading ended early; gone when all is well. */
export function readingProgress({ store, t, formats, announce }: Context): Disposable & { root: HTMLElement } {
	const bar = element('div', { class: 'progress-bar' });
	const track = element(
		'div',
		{
			class: 'progress',
			role: 'progressbar',
			'aria-label': t('Reading the file'),
			'aria-valuemin': 0,
			'aria-valuemax': 100,
		},
		bar,
	);
	const words = element('span', { class: 'progress-words' });
	const root = element('div', { class: 'reading' }, track, words);
	let announced = 0;
	const update = (reading: Reading) => {
		root.hidden = reading.kind === 'done';
		track.hidden = reading.kind !== 'reading';
		root.classList.toggle('failed', reading.kind === 'failed');
		if (reading.kind === 'failed') {
			fill(words, icon('warning'), reading.message);
			announce(reading.message);
		} else if (reading.kind === 'reading') {
			const percent = reading.totalBytes > 0 ? Math.floor((reading.bytes / reading.totalBytes) * 100) : 0;
			const sentence = t('Reading the file: {0}', formats.share(percent, 100));
			setAttribute(track, 'aria-valuenow', percent);
			bar.style.setProperty('--done', `${percent}%`);
			words.textContent = sentence;
			// A quarter at a time: more would talk over the reader.
			if (percent >= announced + 25) {
				announced = percent;
				announce(sentence);
			}
		}
	};
	update(store.state.reading);
	const subscription = store.subscribe((state: State, previous) => {
		if (state.reading !== previous.reading) {
			update(state.reading);
			if (state.reading.kind === 'done') {
				announce(t('All {0} are read', formats.records(state.info.total)));
			}
		}
	});
	return { root, dispose: () => subscription.dispose() };
}
